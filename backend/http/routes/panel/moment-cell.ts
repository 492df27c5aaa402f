import { timeZone } from '#backend/domain/time-zone.limits.ts'

const moment = new Intl.DateTimeFormat('sv-SE', {
  ...({ dateStyle: 'short', timeStyle: 'medium' } as const),
  timeZone,
})

/** `2026-11-22 14:05:00` in the shop's time, which every spreadsheet recognises. */
export function momentCell(at: string): string {
  return moment.format(new Date(at))
}
