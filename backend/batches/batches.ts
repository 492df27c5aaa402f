// Changes many products at once: a draft to review, a job to apply, and an undo of the whole.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { recordBatch } from '#backend/commands/tasks.ts'
import { readCsv } from '#backend/csv/read-csv.ts'
import { transaction } from '#backend/db/transaction.ts'
import { type BatchPart, batchLimits, type PriceRule } from '#backend/domain/batch/batch.limits.ts'
import { ruleText } from '#backend/domain/batch/price-rule.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import { hashedUuid } from '#backend/eventstore/log/hashed-uuid.ts'
import { findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import { searchText } from '#backend/readmodels/catalogue/catalogue-text.ts'
import {
  findProductsNamed,
  listBrands,
  listChosenProducts,
  type PanelChoice,
} from '#backend/readmodels/catalogue/panel-products.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { listItems, type PlannedItem, storeItems } from './batch-items.ts'
import {
  askToStop,
  type Batch,
  type BatchSettings,
  changeSettings,
  draftFile,
  findBatch,
  listBatches,
  type NewDraft,
  storeDraft,
  takeStep,
} from './batch-work.ts'
import { type ColumnPlaces, guessColumns } from './import/guess-columns.ts'
import { planImport } from './import/plan-import.ts'
import { planPrices } from './plan-prices.ts'
import type { BatchParts } from './run-batch.ts'

type Job = { jobId: string; batchId: string; causation: number; startAfter: string | null }
type Parts = BatchParts & {
  db: Database
  /** Enqueues the job if this client's transaction commits. */
  enqueue: (client: pg.ClientBase, job: Job) => Promise<void>
}
export type Batches = ReturnType<typeof openBatches>
export type PriceChoice = { ids: readonly number[] } | { filter: PanelChoice }

export class BatchRefused extends Error {
  override readonly name = 'BatchRefused'
}

export function openBatches(parts: Parts) {
  const { pool, db } = parts
  return {
    list: () => listBatches(pool),
    brands: () => listBrands(db),
    find: (id: string) => found(pool, id),
    async rows(id: string, asked: { part: BatchPart; page: number }) {
      await found(pool, id)
      return listItems(pool, id, asked)
    },
    draftImport: ({ actor }: ShopContext, file: { name: string; bytes: Uint8Array }) => draftImport(parts, actor, file),
    draftPrices: ({ actor }: ShopContext, rule: PriceRule, choice: PriceChoice) =>
      draftPrices(parts, actor, rule, choice),
    /** Reads a draft's file again with other columns. Throws BatchRefused, Rejection not_found. */
    mapColumns: (id: string, columns: ColumnPlaces) => mapColumns(parts, id, columns),
    begin: (context: ShopContext, id: string, wanted: { reason: string; at: string | null }) =>
      begin(parts, context, id, wanted),
    cancel: (context: ShopContext, id: string) => cancel(parts, context, id),
    undo: (context: ShopContext, id: string, reason: string) => undo(parts, context, id, reason),
  }
}

async function found(pool: pg.Pool, id: string): Promise<Batch> {
  const batch = await findBatch(pool, id)
  if (!batch) throw new Rejection('not_found')
  return batch
}

/** Throws CsvRefused for an invalid table. */
async function draftImport(
  parts: Parts,
  actor: ShopActor,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<Batch> {
  const table = readCsv(bytes, batchLimits.rows)
  const { separator, encoding, header, rows } = table
  const columns = guessColumns(header)
  const sample = rows.slice(0, 3).map(({ cells }) => cells.map((cell) => cell.slice(0, 60)))
  const file = { separator, encoding, header: header.map((title) => title.slice(0, 80)), columns, sample }
  const items = await planImport(table, columns, presentIn(parts))
  const title =
    name
      .replace(/[\0\n\r]/g, ' ')
      .toWellFormed()
      .slice(0, batchLimits.title) || 'archivo.csv'
  const draft = { id: randomUUID(), kind: 'import', actor, title, settings: { file, rule: null }, file: bytes } as const
  return storePlanned(parts, draft, items)
}

function presentIn({ db }: Parts) {
  return {
    find: (ids: readonly number[]) => findProducts(db, ids),
    named: (names: readonly string[]) => findProductsNamed(db, names),
    plainName: searchText,
  }
}

async function draftPrices(parts: Parts, actor: ShopActor, rule: PriceRule, choice: PriceChoice): Promise<Batch> {
  const most = batchLimits.rows
  const products =
    'ids' in choice
      ? (await findProducts(parts.db, choice.ids)).sort((a, b) => a.id - b.id)
      : await listChosenProducts(parts.db, choice.filter, most + 1)
  if (products.length === 0) throw new BatchRefused('Ningún producto coincide: cambiá el filtro.')
  if (products.length > most)
    throw new BatchRefused(`Son más de ${most.toLocaleString('es-AR')} productos: achicá el filtro.`)
  const settings: BatchSettings = { file: null, rule }
  const draft = { id: randomUUID(), kind: 'prices', actor, title: ruleText(rule), settings } as const
  return storePlanned(parts, draft, planPrices(products, rule))
}

async function storePlanned({ pool }: Parts, draft: NewDraft, items: readonly PlannedItem[]): Promise<Batch> {
  await transaction(pool, async (client) => {
    await storeDraft(client, draft)
    await storeItems(client, draft.id, items)
  })
  return found(pool, draft.id)
}

async function mapColumns(parts: Parts, id: string, columns: ColumnPlaces): Promise<Batch> {
  const { pool } = parts
  await found(pool, id)
  await transaction(pool, async (client) => {
    const draft = await draftFile(client, id)
    if (!draft?.settings.file) throw new BatchRefused('La importación ya empezó: subí el archivo de nuevo.')
    const table = readCsv(draft.file, batchLimits.rows)
    const places = Object.values(columns).filter((at) => at !== undefined)
    if (places.some((at) => at >= table.header.length)) throw new BatchRefused('El archivo no tiene tantas columnas.')
    if (new Set(places).size < places.length) throw new BatchRefused('Una columna no puede ser dos datos a la vez.')
    await changeSettings(client, id, { ...draft.settings, file: { ...draft.settings.file, columns } })
    await storeItems(client, id, await planImport(table, columns, presentIn(parts)))
  })
  return found(pool, id)
}

/** Returns a batch under way as is. Throws BatchRefused if nothing would change. */
async function begin(
  parts: Parts,
  context: ShopContext,
  id: string,
  { reason, at }: { reason: string; at: string | null },
): Promise<Batch> {
  const { pool, store, enqueue } = parts
  const { state, kind, title, counts } = await found(pool, id)
  if (state !== 'draft') return found(pool, id)
  const { create: creates, change: changes } = counts
  if (creates + changes === 0) throw new BatchRefused('No hay nada que cambiar.')
  const request = {
    type: 'RequestBatch',
    batchId: id,
    kind,
    title,
    reason,
    creates,
    changes,
    scheduledFor: at,
  } as const
  const { position } = await recordBatch(store, { ...context, correlation: id }, request)
  await transaction(pool, async (client) => {
    const to = at === null ? 'waiting' : 'scheduled'
    const step = { from: ['draft'], to, actor: context.actor, reason, position, scheduledFor: at } as const
    if (await takeStep(client, id, step))
      await enqueue(client, { jobId: id, batchId: id, causation: position, startAfter: at })
  })
  return found(pool, id)
}

/** Cancels a waiting batch; stops a running one, whose changes stay until undone. */
async function cancel({ pool, store }: Parts, context: ShopContext, id: string): Promise<Batch> {
  await found(pool, id)
  if (await takeStep(pool, id, { from: ['scheduled', 'waiting'], to: 'cancelled' }))
    await recordBatch(store, { ...context, correlation: id }, { type: 'CancelBatch', batchId: id, reason: null })
  else await askToStop(pool, id)
  return found(pool, id)
}

async function undo({ pool, store, enqueue }: Parts, context: ShopContext, id: string, reason: string): Promise<Batch> {
  const { state, counts } = await found(pool, id)
  if (state !== 'applied') return found(pool, id)
  if (counts.done === 0) throw new BatchRefused('No hay nada que deshacer.')
  const { position } = await recordBatch(
    store,
    { ...context, correlation: id },
    { type: 'UndoBatch', batchId: id, reason },
  )
  await transaction(pool, async (client) => {
    const step = { from: ['applied'], to: 'undoing', actor: context.actor, position } as const
    if (await takeStep(client, id, step))
      await enqueue(client, { jobId: hashedUuid(`undo ${id}`), batchId: id, causation: position, startAfter: null })
  })
  return found(pool, id)
}
