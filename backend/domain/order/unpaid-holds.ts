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
  /** Orders by transfer that may count. */
  transfers: readonly Order[]
}
type Period = { from: number; to: number }

/**
 * End of an account's pause; null: none. `unpaid`: orders that the cart remembers as unpaid, oldest first. Every hold
 * counts from its placement, except after a provider failure and before a paid order. Changing the cart or retrying a
 * rejected payment continues the same hold, which counts once per `holdMinutes`. An order by transfer counts as
 * transferEnds says, for an hour at least.
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
  const ends = [...starts.slice(0, -1).map((start) => start + hourMs), ...transferEnds(terms.transfers, now, hourMs)]
  const tooMany = ends.sort((a, b) => a - b).at(-most)
  return tooMany === undefined ? null : new Date(tooMany)
}

/**
 * Times until when unpaid orders by transfer count, in order: for as long again as their units were held, so that an
 * account holds some for half of the time at most. Each counts for `leastMs` from its placement.
 */
export function transferEnds(transfers: readonly Order[], now: Date, leastMs = 0): number[] {
  return transfers
    .filter(({ status }) => status === 'placed' || status === 'expired' || status === 'cancelled')
    .map(({ holdUntil, cancelledAt, transfer }) => {
      const end = Date.parse(holdUntil)
      const start = end - (transfer?.holdHours ?? 0) * hourMs
      const ended = Math.min(end, cancelledAt === null ? end : Date.parse(cancelledAt))
      return Math.max(start + leastMs, 2 * ended - start)
    })
    .filter((until) => until > now.getTime())
    .sort((a, b) => a - b)
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
