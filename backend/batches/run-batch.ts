// Applies or undoes a batch, product by product; another process may continue the job.

import type pg from 'pg'
import { addProduct, changeParts, withdrawProduct } from '#backend/commands/products/products.ts'
import { recordBatch } from '#backend/commands/tasks.ts'
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

/** Checks for a stop request between groups of this size. */
const together = 5

/** Continues the batch; does nothing if nothing is under way. A database error leads to a retry. */
export async function runBatch(parts: BatchParts, id: string, signal?: AbortSignal): Promise<void> {
  const work = await findUnderWay(parts.pool, id)
  if (work?.state === 'undoing') await undo(parts, id, work, signal)
  else if (work?.state === 'scheduled' || work?.state === 'waiting' || work?.state === 'running')
    await apply(parts, id, work, signal)
}

const ending = { actor: 'job:run-batch' } as const

async function apply(parts: BatchParts, id: string, work: UnderWay, signal: AbortSignal | undefined): Promise<void> {
  const { pool, store } = parts
  const context = { ...ending, correlation: id, causation: work.position }
  if (work.state !== 'running' && !(await parts.mayChange(work.actor))) {
    const reason = 'Quien lo pidió ya no puede cambiar productos.'
    if (await takeStep(pool, id, { from: ['scheduled', 'waiting'], to: 'cancelled' }))
      await recordBatch(store, context, { type: 'CancelBatch', batchId: id, reason })
    return
  }
  if (!(await takeStep(pool, id, { from: ['scheduled', 'waiting', 'running'], to: 'running' }))) return
  await each(parts, { id, state: 'planned', signal }, (item) =>
    applyItem(parts, contextOf(id, work, item, 'apply'), item),
  )
  const { done = 0, failed = 0, planned: left = 0 } = (await countItems(pool, [id])).get(id) ?? {}
  await recordBatch(store, context, { type: 'EndBatch', batchId: id, done, failed, left })
  await takeStep(pool, id, { from: ['running'], to: 'applied' })
}

async function undo(parts: BatchParts, id: string, work: UnderWay, signal: AbortSignal | undefined): Promise<void> {
  const { pool, store } = parts
  await each(parts, { id, state: 'done', signal }, (item) => undoItem(parts, contextOf(id, work, item, 'undo'), item))
  const { undone: done = 0, kept = 0 } = (await countItems(pool, [id])).get(id) ?? {}
  const context = { ...ending, correlation: id, causation: work.position }
  await recordBatch(store, context, { type: 'EndUndo', batchId: id, done, kept })
  await takeStep(pool, id, { from: ['undoing'], to: 'undone' })
}

type Round = { id: string; state: 'planned' | 'done'; signal: AbortSignal | undefined }

async function each({ pool }: BatchParts, { id, state, signal }: Round, act: (item: OpenItem) => Promise<ItemEnding>) {
  for (;;) {
    signal?.throwIfAborted()
    const isToStop = (await findUnderWay(pool, id))?.stopAsked ?? true
    const items = isToStop ? [] : await nextItems(pool, id, state, together)
    if (items.length === 0) return
    await endItems(pool, id, await Promise.all(items.map(act)))
  }
}

/** Acts for the owner with the batch's event as the cause; fixed command ids make a repeat harmless. */
function contextOf(id: string, { actor, position }: UnderWay, { nth }: OpenItem, step: 'apply' | 'undo'): ShopContext {
  const commandId = hashedUuid(`batch ${id} ${step} ${nth}`)
  return { actor, correlation: id, causation: position, commandId, content: `${step} ${nth}` }
}

async function applyItem({ store, currency }: BatchParts, context: ShopContext, item: OpenItem): Promise<ItemEnding> {
  const { nth, productId } = item
  return settled({ nth, productId, done: 'done', refused: 'failed' }, async () => {
    if (item.kind === 'change') {
      await changeParts(store, context, { ...item.change, productId: productId ?? 0 })
      return productId
    }
    const { stock: units, priceCents, pictures, isActive, ...details } = item.change.after
    return (await addProduct(store, context, { details, pictures, priceCents, currency, units, isActive })).result
  })
}

async function undoItem({ store }: BatchParts, context: ShopContext, item: OpenItem): Promise<ItemEnding> {
  const { nth, productId } = item
  return settled({ nth, productId, done: 'undone', refused: 'kept' }, async () => {
    if (item.kind === 'change') {
      const { before: after, after: before } = item.change
      await changeParts(store, context, { productId: productId ?? 0, before, after })
    } else {
      const { stock: _, isActive: __, ...seen } = item.change.after
      await withdrawProduct(store, context, { productId: productId ?? 0, seen })
    }
    return productId
  })
}

type Outcome = Pick<ItemEnding, 'nth' | 'productId'> & { done: ItemEnding['state']; refused: ItemEnding['state'] }

/** A rejection concerns one product; other errors stop the job for a retry. */
async function settled(
  { nth, productId, done, refused }: Outcome,
  act: () => Promise<number | null>,
): Promise<ItemEnding> {
  try {
    return { nth, state: done, productId: await act(), message: null }
  } catch (error) {
    if (error instanceof AlreadyAccepted) return { nth, state: done, productId, message: null }
    if (!(error instanceof Rejection)) throw error
    return { nth, state: refused, productId, message: refusalText(error) }
  }
}
