// An event as one line for an operator.
import type { EventView } from '#backend/audit/event-view.ts'
import { localTime } from '#backend/ops/cli/local-time.ts'

/** How wide each column is at least; the last, the data, is as long as it is. */
const widths = [8, 29, 14, 3, 20, 12, 18, 36, 0]

/** The line above eventLine's. */
export const eventHeads = columns([
  ...['POSICIÓN', 'HORA', 'STREAM', 'V', 'TIPO', 'ACTOR', 'COMANDO', 'CORRELACIÓN', 'DATOS'],
])

/** One line, nothing left out; the time is this machine's, with its offset. */
export function eventLine(event: EventView): string {
  const { position, at, stream, version, type, actor, cause, correlation, data } = event
  const cells = [String(position), localTime(new Date(at)), stream, `v${version}`, type, actor, cause, correlation]
  return printable(columns([...cells, JSON.stringify(data)]))
}

function columns(cells: readonly string[]): string {
  const padded = cells.map((cell, index) =>
    index === 0 ? cell.padStart(widths[0] ?? 0) : cell.padEnd(widths[index] ?? 0),
  )
  return padded.join('  ')
}

/** Text that came from outside must not move the operator's cursor. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
