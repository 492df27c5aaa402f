// Days of the shop's calendar, in Buenos Aires, as texts like 2026-11-22, which sort as they follow one another.
import { shopOffset } from '#backend/domain/time-zone.limits.ts'

// Not by a table of time zones, which an update may change under the rows: no summer time since 2009, and a law that brings it back is a new
// version of the projections.
const offsetMs = Number(shopOffset.slice(0, 3)) * 3_600_000
const dayMs = 86_400_000

/** The day that was asked for last, counted from 1970: events that follow one another are mostly of one day. */
let last = { nth: Number.NaN, day: '' }

/** The day in which a moment lies. */
export function shopDay(at: Date): string {
  const nth = Math.floor((at.getTime() + offsetMs) / dayMs)
  if (nth !== last.nth) last = { nth, day: new Date(nth * dayMs).toISOString().slice(0, 10) }
  return last.day
}

/** Today and the days before it, `count` of them, the oldest first. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shopDay(new Date(now.getTime() - (count - 1 - index) * dayMs)))
}
