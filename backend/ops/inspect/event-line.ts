import type { EventView } from '#backend/audit/event-view.ts'
import { localTime } from '#backend/ops/cli/local-time.ts'

const widths = [8, 29, 14, 3, 20, 12, 18, 36, 0]

export const eventHeads = columns([
  ...['POSICIÓN', 'HORA', 'STREAM', 'V', 'TIPO', 'ACTOR', 'COMANDO', 'CORRELACIÓN', 'DATOS'],
])

/** Prints every field; the time has this machine's zone and offset. */
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

/** Escapes control characters, so that foreign text cannot move the operator's cursor. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
