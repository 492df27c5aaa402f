// Formats times like the provider: ISO 8601 with Argentina's offset, -03:00.
const offsetMs = 3 * 3_600_000

export function providerTime(date: Date): string {
  return new Date(date.getTime() - offsetMs).toISOString().replace('Z', '-03:00')
}
