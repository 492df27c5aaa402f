// How many holds an account left unpaid of late, and until when it waits before its next one.
import { isPaidState } from './order.limits.ts'
import type { Order } from './order.ts'

/** Unpaid holds within an hour after which an account waits. */
export const maxUnpaidHolds = 3

/** What accounts that never paid may hold. stockPercent: of a product's units on hand, all of them together; 100: any. */
export type Newcomers = { maxUnits: number; maxProducts: number; addressUnits: number; stockPercent: number }

const hourMs = 3_600_000

/** remembered: how many orders a cart remembers. */
type Terms = { now: Date; holdMinutes: number; maxUnpaidHolds: number; remembered: number }
/** In milliseconds. */
type Stretch = { from: number; to: number }

/**
 * Until when an account places no further order; null: it may. unpaid: those of its orders that its cart remembers as not paid, oldest first.
 * Whatever ended an order, its hold counts, from when it was placed, but for these: an order that came to nothing because the provider failed,
 * and orders before one that was paid. While a hold lasts, whoever changes the cart or has a payment rejected and presses again goes on with
 * that hold: all of it counts once for each `holdMinutes` that it takes.
 */
export function pausedUntil(unpaid: readonly Order[], terms: Terms): Date | null {
  const { now, holdMinutes, maxUnpaidHolds: most, remembered } = terms
  const [holdMs, time] = [holdMinutes * 60_000, now.getTime()]
  // A clock that was wrong for a moment makes nobody wait for days.
  const isRecent = (start: number) => Math.abs(time - start) < hourMs
  const counted = sincePaid(unpaid).filter((order) => order.cancelledBecause !== 'provider_unavailable')
  const held = counted.map(({ holdUntil }) => ({ from: Date.parse(holdUntil) - holdMs, to: Date.parse(holdUntil) }))
  // So many that the cart may have forgotten others.
  const [oldest] = held.length === remembered ? held : []
  if (oldest && isRecent(oldest.from)) return new Date(oldest.from + hourMs)
  const asked = { from: time, to: time + holdMs }
  const starts = startsOf(joined([...held, asked], counted.map(mayGoOn)), holdMs).filter(isRecent)
  const tooMany = starts.at(-most - 1)
  return tooMany === undefined ? null : new Date(tooMany + hourMs)
}

/** Those after the last one that was paid. */
function sincePaid(orders: readonly Order[]): readonly Order[] {
  return orders.slice(orders.findLastIndex(({ status }) => isPaidState(status) || status === 'refunded') + 1)
}

/** Whether the shopper is still at the purchase of this order when the next one is placed before the end of its hold. */
function mayGoOn({ status, cancelledBecause }: Order): boolean {
  return status === 'placed' || status === 'rejected' || cancelledBecause === 'replaced'
}

/** Holds that go on in the next one, as one. */
function joined(held: readonly Stretch[], goOn: readonly boolean[]): Stretch[] {
  const stretches: Stretch[] = []
  held.forEach((one, index) => {
    const before = stretches.at(-1)
    if (before && goOn[index - 1] && one.from < before.to) before.to = one.to
    else stretches.push({ ...one })
  })
  return stretches
}

/** When each `holdMs` of them begins. */
function startsOf(stretches: readonly Stretch[], holdMs: number): number[] {
  return stretches.flatMap(({ from, to }) =>
    Array.from({ length: Math.ceil((to - from) / holdMs) }, (_, nth) => from + nth * holdMs),
  )
}
