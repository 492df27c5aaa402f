// A product's prices since it exists, as its events tell them.
import type { ProductEvent } from './product.events.ts'

type Told = ProductEvent & { readonly version: number; readonly position: number; readonly at: Date }
type Price = { priceCents: number; netCents: number; vatRate: number; internalTaxRate: number; currency: string }

/** From `at` on; `price` null: not on sale. `position` and `version`: the event that began it. */
export type PricePoint = { position: number; version: number; at: Date; price: Price | null }

/** One point for each change of what everybody pays, oldest first. `events`: of one product, in order. */
export function pricePoints(events: readonly Told[]): PricePoint[] {
  const points: PricePoint[] = []
  let price: Price | null = null
  let isOnSale = false
  for (const event of events) {
    if (tellsPrice(event)) price = event.data
    isOnSale = offered(event) ?? isOnSale
    const next = isOnSale ? price : null
    const last = points.at(-1)
    if (last ? isSame(last.price, next) : next === null) continue
    const { position, version, at } = event
    points.push({ position, version, at, price: next })
  }
  return points
}

/** The event that told the price as of a version of the stream; undefined if the stream has no price by then. */
export function priceEvent<E extends Told>(events: readonly E[], version: number): (E & { data: Price }) | undefined {
  return events.filter(tellsPrice).findLast((event) => event.version <= version)
}

function tellsPrice<E extends Told>(event: E): event is E & { data: Price } {
  return event.type === 'ProductAdded' || event.type === 'ProductPriceChanged'
}

function offered({ type }: Told): boolean | undefined {
  if (type === 'ProductAdded' || type === 'ProductActivated') return true
  return type === 'ProductDeactivated' ? false : undefined
}

function isSame(one: Price | null, other: Price | null): boolean {
  if (one === null || other === null) return one === other
  return one.priceCents === other.priceCents && one.netCents === other.netCents && one.currency === other.currency
}
