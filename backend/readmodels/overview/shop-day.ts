// Days in the shop's time zone, Buenos Aires, as sortable texts like 2026-11-22.
import { shopOffset } from '#backend/domain/time-zone.limits.ts'

// Uses a fixed offset, since an update of time zone tables could change existing rows. Argentina has had no summer time
// since 2009; a new law means a new version of the projections.
const offsetMs = Number(shopOffset.slice(0, 3)) * 3_600_000
const dayMs = 86_400_000

export function shopDay(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(0, 10)
}

export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shopDay(new Date(now.getTime() - (count - 1 - index) * dayMs)))
}
