// The prior price as Directive 98/6/EC art. 6a has it: the lowest that everybody could pay within the thirty days
// before a reduction was announced. Keeps of a product's history only what that needs, in the order of the log,
// whatever the clock said.
import type { ProductEvent } from '#backend/domain/product/product.events.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'

const dayMs = 24 * 3_600_000
export const priceWindowMs = 30 * dayMs

/**
 * `fromCents`: the prior price; `position`: the event that set it, the earliest of equal ones; `since`: when the
 * reduction was announced, which stays while the price goes on falling; `daysOnSale`: whole days before that.
 */
export type Reduction = { fromCents: number; position: number; since: number; daysOnSale: number }

export type PriceHistory = {
  /** Milliseconds; one later than the previous change if the clock went back. */
  at: number
  cents: number
  currency: string
  isOffered: boolean
  /** When it was first on sale in this currency; null: never yet. */
  firstAt: number | null
  /** The price at the current or last offer. */
  offeredCents: number
  /**
   * Earlier offered prices with their ends and events, lowest and then earliest first. Leaves out a price followed by
   * a lower one, since every window that reaches the first reaches the second.
   */
  past: readonly { cents: number; until: number; position: number }[]
  reduction: Reduction | null
  priced: Source
  /** The previous offered price, and the change that replaced that price. */
  replaced: (Source & { cents: number; reduction: Reduction | null }) | null
}

/** Log position and correlation of a change; a batch shares its correlation. */
type Source = { position: number; correlation: string }
export type PriceChange = Source & {
  at: number
  causation?: number | undefined
  cents?: number
  currency?: string
  isOffered?: boolean
}

type PriceEvent = Extract<
  ProductEvent,
  { type: 'ProductAdded' | 'ProductPriceChanged' | 'ProductActivated' | 'ProductDeactivated' }
>
export type Placed = Pick<RecordedEvent, 'at' | 'position' | 'meta'>

/** The history after an event that concerns the price. Throws if the product has none yet. */
export function pricesAfter(before: PriceHistory | null, event: PriceEvent & Placed): PriceHistory {
  const { at, position, meta } = event
  const place = { at: at.getTime(), position, correlation: meta.correlation, causation: meta.causation }
  if (event.type === 'ProductAdded') return firstPrice({ ...place, ...priceOf(event.data) })
  if (before === null) throw new Error(`no price of product ${event.data.productId}`)
  if (event.type === 'ProductPriceChanged') return withChange(before, { ...place, ...priceOf(event.data) })
  return withChange(before, { ...place, isOffered: event.type === 'ProductActivated' })
}

export function reductionIn(events: readonly (ProductEvent & Placed)[]): Reduction | null {
  let history: PriceHistory | null = null
  for (const event of events) if (concernsPrice(event)) history = pricesAfter(history, event)
  return history && announced(history)
}

function concernsPrice(event: ProductEvent & Placed): event is PriceEvent & Placed {
  return !['ProductDetailsChanged', 'ProductPicturesChanged', 'ProductCarriedForward'].includes(event.type)
}

function priceOf({ priceCents: cents, currency }: { priceCents: number; currency: string }) {
  return { cents, currency }
}

export function firstPrice(change: PriceChange & { cents: number; currency: string }): PriceHistory {
  const { at, cents, currency, position, correlation } = change
  const priced = { position, correlation }
  return {
    at,
    cents,
    currency,
    isOffered: true,
    firstAt: at,
    offeredCents: cents,
    past: [],
    reduction: null,
    priced,
    replaced: null,
  }
}

export function withChange(before: PriceHistory, change: PriceChange, windowMs = priceWindowMs): PriceHistory {
  const at = change.at < before.at ? before.at + 1 : change.at
  const { cents = before.cents, currency = before.currency, isOffered = before.isOffered } = change
  const priced =
    change.cents === undefined ? before.priced : { position: change.position, correlation: change.correlation }
  const firstAt = firstSale(before, at, isOffered)
  const after = { ...before, at, cents, currency, isOffered, firstAt, priced, past: pastAt(before, at, windowMs) }
  if (currency !== before.currency)
    return { ...after, firstAt: isOffered ? at : null, offeredCents: cents, past: [], reduction: null, replaced: null }
  const exchanged = (reduction: Reduction | null): PriceHistory => {
    const replaced = { ...priced, cents: before.offeredCents, reduction: before.reduction }
    return { ...after, offeredCents: cents, reduction, replaced }
  }
  if (takesBack(before, change)) return exchanged(before.replaced?.reduction ?? null)
  if (!isOffered || cents === before.offeredCents) return after
  if (cents > before.offeredCents) return exchanged(null)
  const reduction = before.reduction ?? reducedFrom(after, change.at)
  return exchanged(reduction && cents < reduction.fromCents ? reduction : null)
}

export function announced({ cents, offeredCents, reduction }: PriceHistory): Reduction | null {
  return cents === offeredCents ? reduction : null
}

function reducedFrom({ past: [lowest], firstAt }: PriceHistory, since: number): Reduction | null {
  if (!lowest || firstAt === null) return null
  const { cents: fromCents, position } = lowest
  return { fromCents, position, since, daysOnSale: Math.max(0, Math.floor((since - firstAt) / dayMs)) }
}

/** An offer that ended in the moment it began was none. */
function firstSale({ firstAt }: PriceHistory, at: number, isOffered: boolean): number | null {
  if (isOffered) return firstAt ?? at
  return firstAt === at ? null : firstAt
}

function pastAt({ at: since, cents, isOffered, priced, past }: PriceHistory, at: number, windowMs: number) {
  const inWindow = past.filter(({ until }) => until > at - windowMs)
  if (!isOffered || at === since) return inWindow
  const { position } = priced
  return [...inWindow.filter((one) => one.cents <= cents), { cents, until: at, position }]
}

/** True if the change undoes the last one: caused by it or of the same batch, and back to the previous price. */
function takesBack({ replaced }: PriceHistory, { cents, causation, correlation }: PriceChange): boolean {
  return (
    replaced !== null &&
    cents === replaced.cents &&
    (causation === replaced.position || correlation === replaced.correlation)
  )
}
