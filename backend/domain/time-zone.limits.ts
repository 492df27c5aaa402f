export const timeZone = 'America/Argentina/Buenos_Aires'
export const timeZoneName = 'hora de Buenos Aires'
/** Argentina has no summer time. */
export const shopOffset = '-03:00'
export const dayPattern = /^20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const dayMs = 86_400_000

const dayNames = new Intl.DateTimeFormat('en-CA', { timeZone })

/** The shop's day of a moment, as 2026-11-21. */
export function dayOf(moment: Date): string {
  return dayNames.format(moment)
}

/** From the start of `from` to the end of `to`; an absent day is unbounded. */
export function momentsOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const midnight = (day: string) => Date.parse(`${day}T00:00:00${shopOffset}`)
  return {
    since: from === undefined ? undefined : new Date(midnight(from)),
    until: to === undefined ? undefined : new Date(midnight(to) + dayMs),
  }
}
