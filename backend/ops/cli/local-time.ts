// Formats times in this machine's zone, with the offset: '2026-11-21T05:32:27.702-03:00'.
export function localTime(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1)
  const two = (number: number) => String(number).padStart(2, '0')
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${local}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}
