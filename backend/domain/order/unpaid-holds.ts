// Pauses accounts that recently left several holds unpaid.
import { isPaidState } from './order.limits.ts'
import type { Order } from './order.ts'

export const maxUnpaidHolds = 3

/** Limits for accounts that never paid. `stockPercent`: their share of a product's units together; 100: unlimited. */
export type Newcomers = { maxUnits: number; maxProducts: number; addressUnits: number; stockPercent: number }

const hourMs = 3_600_000

type Terms = {
  now: Date
  holdMinutes: number
  maxUnpaidHolds: number
  remembered: number
  /** Orders by transfer whose holds may last. */
  transfers: readonly Order[]
}
type Period = { from: number; to: number }

/**
 * End of an account's pause; null: none. `unpaid`: orders that the cart remembers as unpaid, oldest first. Every hold
 * counts from its placement, except after a provider failure and before a paid order. Changing the cart or retrying a
 * rejected payment continues the same hold, which counts once per `holdMinutes`. An order by transfer counts until its
 * hold ends, or until an hour after its placement if its buyer cancelled it.
 */
export function pausedUntil(unpaid: readonly Order[], terms: Terms): Date | null {
  const { now, holdMinutes, maxUnpaidHolds: most, remembered } = terms
  const [holdMs, time] = [holdMinutes * 60_000, now.getTime()]
  // Ignores times far from now, so that a wrong clock pauses nobody for days.
  const isRecent = (start: number) => Math.abs(time - start) < hourMs
  const counted = sincePaid(unpaid).filter((order) => order.cancelledBecause !== 'provider_unavailable')
  const held = counted.map(({ holdUntil }) => ({ from: Date.parse(holdUntil) - holdMs, to: Date.parse(holdUntil) }))
  // A cart remembers only so many unpaid orders: a full list may have dropped older ones.
  const [oldest] = held.length === remembered ? held : []
  if (oldest && isRecent(oldest.from)) return new Date(oldest.from + hourMs)
  const asked = { from: time, to: time + holdMs }
  const starts = startsOf(joined([...held, asked], counted.map(mayGoOn)), holdMs).filter(isRecent)
  // The last start is that of the order asked for.
  const ends = [...starts.slice(0, -1).map((start) => start + hourMs), ...transferEnds(terms)]
  const tooMany = ends.sort((a, b) => a - b).at(-most)
  return tooMany === undefined ? null : new Date(tooMany)
}

function transferEnds({ transfers, now }: Terms): number[] {
  return transfers
    .flatMap(({ status, holdUntil, transfer }) => {
      const until = Date.parse(holdUntil)
      if (status === 'placed' || status === 'expired') return [until]
      return status === 'cancelled' ? [until - (transfer?.holdHours ?? 0) * hourMs + hourMs] : []
    })
    .filter((until) => until > now.getTime())
}

function sincePaid(orders: readonly Order[]): readonly Order[] {
  return orders.slice(orders.findLastIndex(({ status }) => isPaidState(status) || status === 'refunded') + 1)
}

function mayGoOn({ status, cancelledBecause }: Order): boolean {
  return status === 'placed' || status === 'rejected' || cancelledBecause === 'replaced'
}

function joined(held: readonly Period[], goOn: readonly boolean[]): Period[] {
  const periods: Period[] = []
  held.forEach((one, index) => {
    const before = periods.at(-1)
    if (before && goOn[index - 1] && one.from < before.to) before.to = one.to
    else periods.push({ ...one })
  })
  return periods
}

function startsOf(periods: readonly Period[], holdMs: number): number[] {
  return periods.flatMap(({ from, to }) =>
    Array.from({ length: Math.ceil((to - from) / holdMs) }, (_, nth) => from + nth * holdMs),
  )
}
