// Dates in Argentine notation, Buenos Aires time, 24 hours.
import { timeZone } from '#backend/domain/time-zone.limits.ts'

const day = new Intl.DateTimeFormat('es-AR', { dateStyle: 'medium', timeZone })
const minute = new Intl.DateTimeFormat('es-AR', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
/** `2026-11-24 10:00:00` */
const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })

export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

export function formatMoment(iso: string): string {
  const moment = new Date(iso)
  return `${day.format(moment)}, ${minute.format(moment)}`
}

const deadline = new Intl.DateTimeFormat('es-AR', {
  ...({ weekday: 'long', day: 'numeric', month: 'long' } as const),
  timeZone,
})

/** `martes, 24 de noviembre a las 10:00` */
export function formatDeadline(iso: string): string {
  return `${deadline.format(new Date(iso))} a las ${formatTime(iso)}`
}

export function formatTime(iso: string): string {
  return minute.format(new Date(iso))
}

/** The ISO form of a local input like `2026-11-24T10:00`, by the shop's time zone wherever the browser is. */
export function momentOf(typed: string): string {
  const asUtc = Date.parse(`${typed}Z`)
  const ahead = (moment: number) => Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`) - moment
  // Applies the offset twice, since it may differ across a clock change.
  return new Date(asUtc - ahead(asUtc - ahead(asUtc))).toISOString()
}

/** `4:09` for milliseconds; never below `0:00`. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
