// Times on the wire as the provider writes them.
const offsetMs = 3 * 3_600_000

/** ISO 8601 with the offset of Argentina, -03:00. */
export function providerTime(date: Date): string {
  return new Date(date.getTime() - offsetMs).toISOString().replace('Z', '-03:00')
}
