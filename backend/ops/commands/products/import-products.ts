import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listItems } from '#backend/batches/batch-items.ts'
import { type Batch, findBatch } from '#backend/batches/batch-work.ts'
import { type Batches, BatchRefused, beginBatch, draftImport } from '#backend/batches/batches.ts'
import { runBatch } from '#backend/batches/run-batch.ts'
import { CsvRefused } from '#backend/csv/read-csv.ts'
import type { ItemView } from '#backend/domain/batch/batch.contract.ts'
import { type BatchPart, batchLimits } from '#backend/domain/batch/batch.limits.ts'
import { fileColumns } from '#backend/domain/product/product-fields.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { asOperator, defineCommand, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { openInput } from '#backend/ops/cli/files.ts'
import { tableLines } from '#backend/ops/cli/table.ts'
import { batchesOf } from '#backend/shop-batches.ts'
import { logError } from '#backend/telemetry/log.ts'

/** Runs the batch here unless a shop process takes over within these milliseconds. */
const patience = 1500
const lookEvery = 250

export const importProductsCommand = defineCommand({
  name: 'import-products',
  summary:
    'Lee productos de una planilla CSV (o - de la entrada) y dice qué haría con cada fila; con --apply lo hace, como Importar CSV en el panel.',
  access: 'changes',
  operands: ['ARCHIVO|-'],
  options: {
    apply: 'lo hace; sin ella solo dice qué haría',
    reason: ['TEXTO', 'por qué, para quien lo revise después; con --apply hace falta'],
  },
  async run(context, { operands: [path = ''], options: { apply, reason = '' } }) {
    const why = reason.trim()
    if (apply && (why === '' || why.length > batchLimits.reason))
      throw new WrongUse(`Con --apply hace falta --reason, de hasta ${batchLimits.reason} caracteres.`)
    const queue = new JobQueue(context.core.pools.jobs, (error) => logError('job queue', error))
    const batches = batchesOf(context.core, context, queue)
    const bytes = await buffer(await openInput(context, path))
    if (bytes.length > batchLimits.bytes) throw new OpsFailure('El archivo pasa de 5 MB: dividilo en partes.')
    const named = path === '-' ? 'entrada.csv' : basename(path)
    const draft = await draftImport(batches, asOperator(), { name: named, bytes }).catch(sayWhy)
    await tellDraft(context, batches, draft)
    if (!apply) return draft.counts.wrong === 0
    const done = await carryOut(context, batches, draft.id, why)
    await tellDone(context, batches, done)
    return draft.counts.wrong + done.counts.failed === 0
  },
})

function sayWhy(error: unknown): never {
  throw error instanceof CsvRefused || error instanceof BatchRefused ? new OpsFailure(error.message) : error
}

async function tellDraft({ print, emit, tell }: OpsContext, batches: Batches, { id, title, file, counts }: Batch) {
  const columns = Object.entries(file?.columns ?? {}).flatMap(([column, at]) =>
    at === undefined ? [] : [`${fileColumns[column as keyof typeof fileColumns]} de «${file?.header[at]}»`],
  )
  tell(
    { batch: id, title, columns: file?.columns, counts },
    `${title}: ${file?.encoding}, separado por ${file?.separator}; ${columns.join(', ') || 'ninguna columna conocida'}.`,
    `Se agregan ${counts.create}, cambian ${counts.change}, quedan igual ${counts.same}, con errores ${counts.wrong} (quedan afuera).`,
  )
  const [wrong, changing] = [await rowsOf(batches, id, ['wrong']), await rowsOf(batches, id, ['create', 'change'])]
  for (const row of [...wrong, ...changing]) emit(row)
  const faults = wrong.flatMap(({ row, name, errors }) =>
    errors.map(({ column, message }) => [String(row), name, column ? fileColumns[column] : '', message]),
  )
  if (faults.length > 0) print(...tableLines([['FILA', 'PRODUCTO', 'COLUMNA', 'ERROR'], ...faults], new Set([0])))
  const changes = changing.map(changeCells)
  if (changes.length > 0) print(...tableLines([['FILA', 'ID', 'PRODUCTO', 'CAMBIO'], ...changes], new Set([0, 1])))
}

function changeCells({ row, productId, name, kind, fields }: ItemView): string[] {
  const told = fields.map(({ column, before, after }) => `${fileColumns[column]}: ${before ?? 'nada'} → ${after}`)
  const id = productId === null ? 'nuevo' : String(productId)
  return [String(row), id, name, kind === 'create' ? 'se agrega' : told.join('; ')]
}

async function rowsOf(batches: Batches, id: string, parts: readonly BatchPart[]): Promise<ItemView[]> {
  const rows: ItemView[] = []
  for (const part of parts)
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await listItems(batches.pool, id, { part, page })
      pages = found.pages
      rows.push(...found.items)
    }
  return rows
}

/** Leaves the batch to a shop process, or runs it here if none responds; if either dies, another continues. */
async function carryOut(context: OpsContext, batches: Batches, id: string, reason: string): Promise<Batch> {
  const { signal, at } = context
  const { counts } = await beginBatch(batches, asOperator(), id, { reason, at: null }).catch(sayWhy)
  const here = sleep(patience, undefined, { signal }).then(async () => {
    if ((await findBatch(batches.pool, id)).state === 'waiting') await runBatch(batches, id, signal)
  })
  here.catch(() => undefined)
  for (;;) {
    signal.throwIfAborted()
    const batch = await findBatch(batches.pool, id)
    at(batch.counts.done + batch.counts.failed, counts.create + counts.change, 'importación')
    if (batch.endedAt !== null) return batch
    await Promise.race([sleep(lookEvery), here.then(() => sleep(lookEvery))])
  }
}

async function tellDone({ tell }: OpsContext, batches: Batches, { id, state, counts }: Batch): Promise<void> {
  const failed = await rowsOf(batches, id, ['failed'])
  tell(
    { batch: id, state, counts },
    `Hecho en ${counts.done}, sin hacer por un error ${counts.failed}. Para volver atrás: Cambios masivos, en el panel.`,
    ...failed.map(({ row, name, message }) => `Fila ${row}, ${name}: ${message}`),
  )
}
