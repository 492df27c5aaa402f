// Finds undoable events: their effect has not changed since.
import type { EventView } from '#backend/audit/event-view.ts'
import { foldSteps } from '#backend/audit/stream-history.ts'
import type { BatchEvent } from '#backend/domain/batch/batch.events.ts'
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

type Finder = (stream: string, events: readonly EventView[]) => Undos

const answerTypes = ['ReviewAnswered', 'ReviewAnswerChanged', 'ReviewAnswerWithdrawn']

const undoable: Readonly<Record<string, { types: readonly string[]; find: Finder }>> = {
  product: {
    types: [
      ...['ProductAdded', 'ProductDetailsChanged', 'ProductPriceChanged', 'ProductPicturesChanged'],
      ...['ProductActivated', 'ProductDeactivated'],
    ],
    find: (stream, events) => productUndos(idOf(stream), foldSteps(stream, events)),
  },
  user: {
    types: ['UserBanned', 'UserReinstated', 'AdminGranted', 'AdminRevoked', 'StaffRoleGranted', 'StaffRoleRevoked'],
    find: (stream, events) => userUndos(idOf(stream), foldSteps(stream, events)),
  },
  stock: { types: ['StockAdjusted'], find: stockUndos },
  cost: { types: ['ProductCostChanged'], find: ofLast(costUndo) },
  delivery: { types: ['DeliveryPricesChanged'], find: ofLast(deliveryUndo) },
  seller: { types: ['SellerChanged', 'BankAccountChanged'], find: sellerUndos },
  pricing: { types: ['PriceSettingsChanged'], find: ofLast(pricingUndo) },
  synonyms: { types: ['SynonymsChanged'], find: ofLast(synonymsUndo) },
  review: { types: answerTypes, find: answerUndos },
  schema: { types: ['CategorySchemaChanged'], find: ofLast(schemaUndo) },
  batch: { types: ['BatchRequested', 'BatchApplied'], find: ofLast(batchUndo) },
}

const categoryOf = (stream: string) => stream.slice(0, stream.indexOf('-'))
const idOf = (stream: string) => Number(stream.slice(stream.indexOf('-') + 1))

export const mayUndo = (stream: string): boolean => Object.hasOwn(undoable, categoryOf(stream))

export function mayBeUndone({ stream, type }: Pick<EventView, 'stream' | 'type'>): boolean {
  return undoable[categoryOf(stream)]?.types.includes(type) ?? false
}

/** Undos by position. Expects the whole stream in order, with personal fields open. */
export function undosOf(stream: string, events: readonly EventView[]): Undos {
  return undoable[categoryOf(stream)]?.find(stream, events) ?? new Map()
}

/** Each event replaces the previous one, so only the last can be undone. */
function ofLast<Event>(find: (last: Event, before: Event | undefined) => Undo | null): Finder {
  return (_, events) => {
    const [last, before] = events.toReversed()
    const undo = last && find(last as unknown as Event, before as unknown as Event | undefined)
    return new Map(last && undo ? [[last.position, undo]] : [])
  }
}

/** Undoes a movement once, if enough stock is free; the undo's cause names its event. */
function stockUndos(stream: string, events: readonly EventView[]): Undos {
  const productId = idOf(stream)
  const undone = new Set(events.map(({ causation }) => causation))
  const state = foldSteps(stream, events).at(-1)?.state as StockState | undefined
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
  const at = steps.findLastIndex(({ event: { type } }) => answerTypes.includes(type) || type === 'ReviewDeleted')
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
function costUndo({ data }: CostEvent, before: CostEvent | undefined): Undo {
  const { productId, currency, revision: seen } = data
  return { kind: 'cost', productId, costCents: before?.data.costCents ?? null, currency, seen }
}

function deliveryUndo(last: DeliveryEvent, before: DeliveryEvent | undefined): Undo {
  const { ranges, freeFromCents } = before?.data ?? noDelivery
  return { kind: 'delivery', prices: { ranges, freeFromCents }, seen: last.data.revision }
}

/** The last change of either part; the first details have none before them, so they stay. */
function sellerUndos(_: string, events: readonly EventView[]): Undos {
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

function pricingUndo(last: PriceSettingsEvent, before: PriceSettingsEvent | undefined): Undo {
  const { revision: _, ...settings } = before?.data ?? { ...firstPriceSettings, revision: 0 }
  return { kind: 'prices', settings, seen: last.data.revision }
}

/** Before the first change a category has no schema. */
function schemaUndo({ data }: SchemaEvent, before: SchemaEvent | undefined): Undo {
  return { kind: 'schema', category: data.category, attributes: before?.data.attributes ?? [], seen: data.revision }
}

/** The first change has no previous list in the log, only the program's standard list. */
function synonymsUndo({ data }: SynonymsEvent, before: SynonymsEvent | undefined): Undo | null {
  return before ? { kind: 'synonyms', lines: before.data.lines, seen: data.lines } : null
}

/** A batch that starts at once offers no cancel. */
function batchUndo({ type, data }: BatchEvent): Undo | null {
  if (type === 'BatchRequested' && data.scheduledFor !== null)
    return { kind: 'batch', batchId: data.batchId, step: 'cancel', products: data.creates + data.changes }
  if (type === 'BatchApplied' && data.done > 0)
    return { kind: 'batch', batchId: data.batchId, step: 'undo', products: data.done }
  return null
}
