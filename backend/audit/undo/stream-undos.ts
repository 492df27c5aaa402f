// Finds the events that can be undone: those whose effect has not changed since.

import type { EventView } from '#backend/audit/event-view.ts'
import { foldSteps } from '#backend/audit/stream-history.ts'
import type { BatchEvent } from '#backend/domain/batch/batch.events.ts'
import { batch } from '#backend/domain/batch/batch.ts'
import type { DeliveryEvent } from '#backend/domain/delivery/delivery.events.ts'
import { noDelivery } from '#backend/domain/delivery/delivery.limits.ts'
import type { PriceSettingsEvent } from '#backend/domain/price-settings/price-settings.events.ts'
import { firstPriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { CostEvent } from '#backend/domain/product/cost/cost.events.ts'
import type { SchemaEvent } from '#backend/domain/product/schema/schema.events.ts'
import type { ReviewEvent } from '#backend/domain/review/review.events.ts'
import type { ReviewState } from '#backend/domain/review/review.ts'
import type { SellerEvent } from '#backend/domain/seller/seller.events.ts'
import { accountOf, detailsOf, noSeller } from '#backend/domain/seller/seller.limits.ts'
import type { StockState } from '#backend/domain/stock/stock.ts'
import type { SynonymsEvent } from '#backend/domain/synonyms/synonyms.events.ts'
import type { Undo, Undos } from '#backend/domain/undo.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import { productUndos } from './product-undos.ts'
import { userUndos } from './user-undos.ts'

const undoable: Readonly<Record<string, readonly string[]>> = {
  product: [
    ...['ProductAdded', 'ProductDetailsChanged', 'ProductPriceChanged', 'ProductPicturesChanged'],
    ...['ProductActivated', 'ProductDeactivated'],
  ],
  stock: ['StockAdjusted'],
  cost: ['ProductCostChanged'],
  user: ['UserBanned', 'UserReinstated', 'AdminGranted', 'AdminRevoked', 'StaffRoleGranted', 'StaffRoleRevoked'],
  delivery: ['DeliveryPricesChanged'],
  seller: ['SellerChanged', 'BankAccountChanged'],
  pricing: ['PriceSettingsChanged'],
  synonyms: ['SynonymsChanged'],
  review: ['ReviewAnswered', 'ReviewAnswerChanged', 'ReviewAnswerWithdrawn'],
  schema: ['CategorySchemaChanged'],
  batch: ['BatchRequested', 'BatchApplied'],
}

const categoryOf = (stream: string) => stream.slice(0, stream.indexOf('-'))
const idOf = (stream: string) => stream.slice(stream.indexOf('-') + 1)

export const mayUndo = (stream: string): boolean => Object.hasOwn(undoable, categoryOf(stream))

export function mayBeUndone({ stream, type }: Pick<EventView, 'stream' | 'type'>): boolean {
  return undoable[categoryOf(stream)]?.includes(type) ?? false
}

/** Undos by position. Expects the whole stream in order, with personal fields open. */
export function undosOf(stream: string, events: readonly EventView[]): Undos {
  const id = idOf(stream)
  switch (categoryOf(stream)) {
    case 'product':
      return productUndos(Number(id), foldSteps(stream, events))
    case 'user':
      return userUndos(Number(id), foldSteps(stream, events))
    case 'stock':
      return stockUndos(Number(id), events)
    case 'cost':
      return ofLast(events, costUndo)
    case 'review':
      return answerUndos(stream, events)
    case 'delivery':
      return ofLast(events, deliveryUndo)
    case 'seller':
      return sellerUndos(events)
    case 'pricing':
      return ofLast(events, pricingUndo)
    case 'schema':
      return ofLast(events, schemaUndo)
    case 'synonyms':
      return ofLast(events, synonymsUndo)
    case 'batch':
      return ofLast(events, batchUndo)
    default:
      return new Map()
  }
}

/** Each event replaces the previous one, so only the last can be undone. */
function ofLast(events: readonly EventView[], find: (events: readonly EventView[]) => Undo | null): Undos {
  const last = events.at(-1)
  const undo = last && find(events)
  return new Map(last && undo ? [[last.position, undo]] : [])
}

/** Undoes a movement once, if enough stock is free; the undo's cause names its event. */
function stockUndos(productId: number, events: readonly EventView[]): Undos {
  const undone = new Set(events.map(({ causation }) => causation))
  const state = foldSteps(`stock-${productId}`, events).at(-1)?.state as StockState | undefined
  const free = state ? state.onHand - state.reserved : 0
  const moves = events.filter(({ type, position }) => type === 'StockAdjusted' && !undone.has(position))
  return new Map(
    moves.flatMap(({ position, data }) => {
      const delta = -Number(data.delta)
      return free + delta < 0 ? [] : [[position, { kind: 'stock', productId, delta }] as const]
    }),
  )
}

/** The last change of the shop's answer, as long as the review was not deleted since. */
function answerUndos(stream: string, events: readonly EventView[]): Undos {
  const steps = foldSteps(stream, events)
  const at = steps.findLastIndex(({ event: { type } }) => undoable.review?.includes(type) || type === 'ReviewDeleted')
  const [before, last] = [steps[at - 1]?.state, steps.at(-1)?.state] as (ReviewState | undefined)[]
  const event = steps[at]?.event
  if (!event || !before || !last || event.type === 'ReviewDeleted') return new Map()
  const { productId, userId } = event.data as DataOf<ReviewEvent, 'ReviewAnswered'>
  const seen = { text: last.text, score: last.score, answer: last.answer?.text ?? null }
  return new Map([
    [event.position, { kind: 'answer', productId, userId, text: before.answer?.text ?? null, seen } as const],
  ])
}

/** Before the first change a product has no known cost. */
function costUndo(events: readonly EventView[]): Undo | null {
  const [last, before] = events.toReversed() as unknown as CostEvent[]
  if (!last) return null
  const { productId, currency, revision: seen } = last.data
  return { kind: 'cost', productId, costCents: before?.data.costCents ?? null, currency, seen }
}

function deliveryUndo(events: readonly EventView[]): Undo {
  const [last, before] = events.toReversed() as unknown as DeliveryEvent[]
  const { ranges, freeFromCents } = before?.data ?? noDelivery
  return { kind: 'delivery', prices: { ranges, freeFromCents }, seen: last?.data.revision ?? 0 }
}

/** The last change of either part; the first details have none before them, so they stay. */
function sellerUndos(events: readonly EventView[]): Undos {
  const all = events as unknown as (SellerEvent & Pick<EventView, 'position'>)[]
  const seen = all.at(-1)?.data.revision ?? 0
  return new Map(
    (['SellerChanged', 'BankAccountChanged'] as const).flatMap((type): [number, Undo][] => {
      const at = all.findLastIndex((event) => event.type === type)
      const last = all[at]
      const before = all[at - 1]?.data ?? noSeller
      if (!last) return []
      if (type === 'BankAccountChanged') return [[last.position, { kind: 'account', account: accountOf(before), seen }]]
      return before.cuit === '' ? [] : [[last.position, { kind: 'seller', details: detailsOf(before), seen }]]
    }),
  )
}

function pricingUndo(events: readonly EventView[]): Undo {
  const [last, before] = events.toReversed() as unknown as PriceSettingsEvent[]
  const { revision: _, ...settings } = before?.data ?? { ...firstPriceSettings, revision: 0 }
  return { kind: 'prices', settings, seen: last?.data.revision ?? 0 }
}

/** Before the first change a category has no schema. */
function schemaUndo(events: readonly EventView[]): Undo | null {
  const [last, before] = events.toReversed() as unknown as SchemaEvent[]
  if (!last) return null
  const { category, revision: seen } = last.data
  return { kind: 'schema', category, attributes: before?.data.attributes ?? [], seen }
}

/** The first change has no previous list in the log, only the program's standard list. */
function synonymsUndo(events: readonly EventView[]): Undo | null {
  const [last, before] = events.toReversed() as unknown as SynonymsEvent[]
  return before && last ? { kind: 'synonyms', lines: before.data.lines, seen: last.data.lines } : null
}

/** A batch that starts at once offers no cancel. */
function batchUndo(events: readonly EventView[]): Undo | null {
  const batchEvents = events as unknown as BatchEvent[]
  const stage = batchEvents.reduce(batch.evolve, batch.initial)
  const last = batchEvents.at(-1)
  if (stage === 'requested' && last?.type === 'BatchRequested' && last.data.scheduledFor !== null)
    return {
      kind: 'batch',
      batchId: last.data.batchId,
      step: 'cancel',
      products: last.data.creates + last.data.changes,
    }
  if (stage === 'applied' && last?.type === 'BatchApplied' && last.data.done > 0)
    return { kind: 'batch', batchId: last.data.batchId, step: 'undo', products: last.data.done }
  return null
}
