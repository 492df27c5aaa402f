// Changes many products at once: a draft to review, a job to apply, and an undo of the whole.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { recordBatch } from '#backend/commands/changes.ts'
import { readCsv } from '#backend/csv/read-csv.ts'
import { transaction } from '#backend/db/transaction.ts'
import { batchLimits, type PriceRule } from '#backend/domain/batch/batch.limits.ts'
import { ruleText } from '#backend/domain/batch/price-rule.ts'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { hashedUuid } from '#backend/eventstore/log/hashed-uuid.ts'
import { findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import { type PanelChoice, panelProducts } from '#backend/readmodels/catalogue/panel-products.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findSchemas } from '#backend/readmodels/settings/settings.queries.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { type PlannedItem, storeItems } from './batch-items.ts'
import {
  askToStop,
  type Batch,
  type BatchSettings,
  changeSettings,
  draftFile,
  findBatch,
  type NewDraft,
  type Step,
  storeDraft,
  takeStep,
} from './batch-work.ts'
import { type ColumnPlaces, guessColumns } from './import/guess-columns.ts'
import { planImport } from './import/plan-import.ts'
import { planConversion } from './plan-conversion.ts'
import { planPrices } from './plan-prices.ts'
import type { BatchParts } from './run-batch.ts'

type Job = { jobId: string; batchId: string; causation: number; startAfter: string | null }
export type Batches = BatchParts & {
  db: Database
  /** Enqueues the job if this client's transaction commits. */
  enqueue: (client: pg.ClientBase, job: Job) => Promise<void>
}
export type PriceChoice = { ids: readonly number[] } | { filter: PanelChoice }

export class BatchRefused extends Error {
  override readonly name = 'BatchRefused'
}

type Context = Omit<ShopContext, 'correlation'>

/** Throws CsvRefused for an invalid table. */
export async function draftImport(
  batches: Batches,
  { actor }: Context,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<Batch> {
  const table = readCsv(bytes, batchLimits.rows)
  const { separator, encoding, header, rows } = table
  const columns = guessColumns(header)
  const sample = rows.slice(0, 3).map(({ cells }) => cells.map((cell) => cell.slice(0, 60)))
  const file = { separator, encoding, header: header.map((title) => title.slice(0, 80)), columns, sample }
  const items = await planImport(table, columns, batches.db)
  const title =
    name
      .replace(/[\0\n\r]/g, ' ')
      .toWellFormed()
      .slice(0, batchLimits.title) || 'archivo.csv'
  const draft = { id: randomUUID(), kind: 'import', actor, title, settings: { file, rule: null }, file: bytes } as const
  return storePlanned(batches, draft, items)
}

export async function draftPrices(batches: Batches, { actor }: Context, rule: PriceRule, choice: PriceChoice) {
  const products =
    'ids' in choice
      ? (await findProducts(batches.db, choice.ids)).sort((a, b) => a.id - b.id)
      : await chosenBy(batches.db, choice.filter)
  if (products.length === 0) throw new BatchRefused('Ningún producto coincide: cambiá el filtro.')
  const settings: BatchSettings = { file: null, rule }
  const draft = { id: randomUUID(), kind: 'prices', actor, title: ruleText(rule), settings } as const
  return storePlanned(batches, draft, planPrices(products, rule))
}

async function chosenBy(db: Database, filter: PanelChoice): Promise<CatalogueItem[]> {
  const most = batchLimits.rows
  const products = await panelProducts.next(db, filter, most + 1)
  if (products.length <= most) return products
  throw new BatchRefused(`Son más de ${most.toLocaleString('es-AR')} productos: achicá el filtro.`)
}

/** Plans to move values of `from` to the attribute `to`. Throws BatchRefused. */
export async function draftConversion(
  batches: Batches,
  { actor }: Context,
  { category, from, to: key }: { category: string; from: string; to: string },
): Promise<Batch> {
  const schema = (await findSchemas(batches.db)).get(category) ?? []
  const to = schema.find((one) => one.key === key)
  if (!to) throw new BatchRefused(`La categoría «${category}» no tiene la propiedad «${key}».`)
  const items = planConversion(await chosenBy(batches.db, { category }), schema, { from, to })
  if (items.length === 0) throw new BatchRefused(`Ningún producto de «${category}» tiene «${from}» por convertir.`)
  const title = `${category}: ${from} → ${to.label}`.slice(0, batchLimits.title)
  const draft = { id: randomUUID(), kind: 'conversion', actor, title, settings: { file: null, rule: null } } as const
  return storePlanned(batches, draft, items)
}

async function storePlanned({ pool }: Batches, draft: NewDraft, items: readonly PlannedItem[]): Promise<Batch> {
  await transaction(pool, async (client) => {
    await storeDraft(client, draft)
    await storeItems(client, draft.id, items)
  })
  return findBatch(pool, draft.id)
}

/** Reads a draft's file again with other columns. Throws BatchRefused, Rejection not_found. */
export async function mapColumns(batches: Batches, id: string, columns: ColumnPlaces): Promise<Batch> {
  const { pool } = batches
  await findBatch(pool, id)
  await transaction(pool, async (client) => {
    const draft = await draftFile(client, id)
    if (!draft?.settings.file) throw new BatchRefused('La importación ya empezó: subí el archivo de nuevo.')
    const table = readCsv(draft.file, batchLimits.rows)
    const places = Object.values(columns).filter((at) => at !== undefined)
    if (places.some((at) => at >= table.header.length)) throw new BatchRefused('El archivo no tiene tantas columnas.')
    if (new Set(places).size < places.length) throw new BatchRefused('Una columna no puede ser dos datos a la vez.')
    await changeSettings(client, id, { ...draft.settings, file: { ...draft.settings.file, columns } })
    await storeItems(client, id, await planImport(table, columns, batches.db))
  })
  return findBatch(pool, id)
}

/** Returns a batch under way as is. Throws BatchRefused if nothing would change. */
export async function beginBatch(
  batches: Batches,
  context: Context,
  id: string,
  { reason, at }: { reason: string; at: string | null },
): Promise<Batch> {
  const { pool, store } = batches
  const { state, kind, title, counts } = await findBatch(pool, id)
  if (state !== 'draft') return findBatch(pool, id)
  const { create: creates, change: changes } = counts
  if (creates + changes === 0) throw new BatchRefused('No hay nada que cambiar.')
  const what = { kind, title, reason, creates, changes, scheduledFor: at }
  const { position } = await recordBatch(store, context, { type: 'RequestBatch', batchId: id, ...what })
  const to = at === null ? 'waiting' : 'scheduled'
  const step = { from: ['draft'], to, actor: context.actor, reason, position, scheduledFor: at } as const
  await enqueueAfter(batches, step, { jobId: id, batchId: id, causation: position, startAfter: at })
  return findBatch(pool, id)
}

/** Cancels a waiting batch; stops a running one, whose changes stay until undone. */
export async function cancelBatch({ pool, store }: Batches, context: Context, id: string): Promise<Batch> {
  await findBatch(pool, id)
  if (await takeStep(pool, id, { from: ['scheduled', 'waiting'], to: 'cancelled' }))
    await recordBatch(store, context, { type: 'CancelBatch', batchId: id, reason: null })
  else await askToStop(pool, id)
  return findBatch(pool, id)
}

export async function undoBatch(batches: Batches, context: Context, id: string, reason: string): Promise<Batch> {
  const { pool, store } = batches
  const { state, counts } = await findBatch(pool, id)
  if (state !== 'applied') return findBatch(pool, id)
  if (counts.done === 0) throw new BatchRefused('No hay nada que deshacer.')
  const { position } = await recordBatch(store, context, { type: 'UndoBatch', batchId: id, reason })
  const step = { from: ['applied'], to: 'undoing', actor: context.actor, position } as const
  const jobId = hashedUuid(`undo ${id}`)
  await enqueueAfter(batches, step, { jobId, batchId: id, causation: position, startAfter: null })
  return findBatch(pool, id)
}

async function enqueueAfter({ pool, enqueue }: Batches, step: Step, job: Job): Promise<void> {
  await transaction(pool, async (client) => {
    if (await takeStep(client, job.batchId, step)) await enqueue(client, job)
  })
}
