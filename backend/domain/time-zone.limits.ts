// Where the shop is: its days begin, and its hours are told, by this clock.

export const timeZone = 'America/Argentina/Buenos_Aires'
/** As the screen calls it. */
export const timeZoneName = 'hora de Buenos Aires'
/** The shop's calendar lies so far from UTC; Argentina has no summer time. */
export const shopOffset = '-03:00'
/** A day of the shop's calendar. */
export const dayPattern = /^20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const dayMs = 86_400_000

/** From the midnight in which `from` begins until that in which `to` ends; a day that is not given bounds nothing. */
export function momentsOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const midnight = (day: string) => Date.parse(`${day}T00:00:00${shopOffset}`)
  return {
    since: from === undefined ? undefined : new Date(midnight(from)),
    until: to === undefined ? undefined : new Date(midnight(to) + dayMs),
  }
}
