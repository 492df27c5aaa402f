// Applies or undoes a batch, product by product; another process may continue the job.
import type pg from 'pg'
import { recordBatch } from '#backend/commands/changes.ts'
import { addProduct, changeParts, withdrawProduct } from '#backend/commands/products/products.ts'
import type { ProductParts } from '#backend/domain/product/product-fields.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import { AlreadyAccepted } from '#backend/eventstore/commands/command.ts'
import { hashedUuid } from '#backend/eventstore/log/hashed-uuid.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'
import { countItems, endItems, type ItemEnding, nextItems, type OpenItem } from './batch-items.ts'
import { findUnderWay, takeStep, type UnderWay } from './batch-work.ts'
import { refusalText } from './refusal-text.ts'

export type BatchParts = {
  pool: pg.Pool
  store: ShopStore
  currency: string
  /** False once the batch's owner lost the permission to change products. */
  mayChange: (actor: ShopActor) => Promise<boolean>
}

const together = 5

type Work = UnderWay & { id: string; signal: AbortSignal | undefined }

/** Continues the batch; does nothing if nothing is under way. A database error leads to a retry. */
export async function runBatch(parts: BatchParts, id: string, signal?: AbortSignal): Promise<void> {
  const found = await findUnderWay(parts.pool, id)
  if (!found) return
  const work = { ...found, id, signal }
  if (work.state === 'undoing') await undo(parts, work)
  else if (work.state === 'scheduled' || work.state === 'waiting' || work.state === 'running') await apply(parts, work)
}

async function apply(parts: BatchParts, work: Work): Promise<void> {
  const { pool, store } = parts
  const { id } = work
  const context = { actor: 'job:run-batch', causation: work.position } as const
  if (work.state !== 'running' && !(await parts.mayChange(work.actor))) {
    const reason = 'Quien lo pidió ya no puede cambiar productos.'
    if (await takeStep(pool, id, { from: ['scheduled', 'waiting'], to: 'cancelled' }))
      await recordBatch(store, context, { type: 'CancelBatch', batchId: id, reason })
    return
  }
  if (!(await takeStep(pool, id, { from: ['scheduled', 'waiting', 'running'], to: 'running' }))) return
  await each(parts, work, 'apply', applyItem)
  const { done = 0, failed = 0, planned: left = 0 } = (await countItems(pool, [id])).get(id) ?? {}
  await recordBatch(store, context, { type: 'EndBatch', batchId: id, done, failed, left })
  await takeStep(pool, id, { from: ['running'], to: 'applied' })
}

async function undo(parts: BatchParts, work: Work): Promise<void> {
  const { pool, store } = parts
  const { id } = work
  await each(parts, work, 'undo', undoItem)
  const { undone: done = 0, kept = 0 } = (await countItems(pool, [id])).get(id) ?? {}
  const context = { actor: 'job:run-batch', causation: work.position } as const
  await recordBatch(store, context, { type: 'EndUndo', batchId: id, done, kept })
  await takeStep(pool, id, { from: ['undoing'], to: 'undone' })
}

const states = {
  apply: { open: 'planned', done: 'done', refused: 'failed' },
  undo: { open: 'done', done: 'undone', refused: 'kept' },
} as const
type Way = keyof typeof states
/** Returns the product's id. */
type Act = (parts: BatchParts, context: ShopContext, item: OpenItem) => Promise<number>

async function each(parts: BatchParts, work: Work, way: Way, act: Act): Promise<void> {
  const { id, signal } = work
  for (;;) {
    signal?.throwIfAborted()
    const isToStop = (await findUnderWay(parts.pool, id))?.stopAsked ?? true
    const items = isToStop ? [] : await nextItems(parts.pool, id, states[way].open, together)
    if (items.length === 0) return
    const endings = items.map((item) => endingOf(way, item, act(parts, contextOf(work, item, way), item)))
    await endItems(parts.pool, id, await Promise.all(endings))
  }
}

/** Acts for the owner with the batch's event as the cause; fixed command ids make a repeat harmless. */
function contextOf({ id, actor, position }: Work, { nth }: OpenItem, way: Way): ShopContext {
  const commandId = hashedUuid(`batch ${id} ${way} ${nth}`)
  return { actor, correlation: id, causation: position, commandId, content: `${way} ${nth}` }
}

/** A rejection concerns one product; other errors stop the job for a retry. */
async function endingOf(way: Way, { nth, productId }: OpenItem, act: Promise<number>): Promise<ItemEnding> {
  const { done, refused } = states[way]
  try {
    return { nth, state: done, productId: await act, message: null }
  } catch (error) {
    if (error instanceof AlreadyAccepted) return { nth, state: done, productId, message: null }
    if (!(error instanceof Rejection)) throw error
    return { nth, state: refused, productId, message: refusalText(error) }
  }
}

const applyItem: Act = async ({ store, currency }, context, item) => {
  if (item.kind === 'change') return changed(store, context, item, item.change)
  const { stock: units, priceCents, pictures, isActive, ...details } = item.change.after
  return (await addProduct(store, context, { details, pictures, priceCents, currency, units, isActive })).result
}

const undoItem: Act = async ({ store }, context, item) => {
  if (item.kind === 'change')
    return changed(store, context, item, { before: item.change.after, after: item.change.before })
  const productId = item.productId ?? 0
  const { stock: _, isActive: __, ...seen } = item.change.after
  await withdrawProduct(store, context, { productId, seen })
  return productId
}

async function changed(
  store: ShopStore,
  context: ShopContext,
  { productId }: OpenItem,
  change: { before: ProductParts; after: ProductParts },
): Promise<number> {
  await changeParts(store, context, { ...change, productId: productId ?? 0 })
  return productId ?? 0
}
