// Stored events as an operator sees them: named, upcast, personal fields covered unless asked for.

import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventMetadata, StoredEvent } from '#backend/eventstore/log/event.ts'
import { type StreamName, streamName } from '#backend/eventstore/log/stream-id.ts'
import { localTime } from '#backend/ops/cli/local-time.ts'
import type { Core } from '#backend/shop.ts'

export type EventView = {
  position: number
  /** ISO, UTC. */
  at: string
  stream: StreamName
  version: number
  type: string
  actor: string
  cause: string
  correlation: string
  causation?: number
  data: Record<string, unknown>
}

export const covered = '[personal]'

/** Of es.events, with the JSON as text: what `viewEvents` takes. */
export const storedColumns = 'pos, stream_id, version, type, schema_version, data::text, meta::text, at'

/** Without `unseal` personal fields read '[personal]'; with it they are open, and null if the person was erased. */
export async function viewEvents(
  core: Pick<Core, 'store'>,
  rows: readonly StoredEvent[],
  { unseal }: { unseal: boolean },
): Promise<EventView[]> {
  const decoded = await core.store.codec.decodeEach(rows, { unseal })
  return rows.map((row, index): EventView => {
    const { actor, cause, correlation, causation } = JSON.parse(row.meta) as EventMetadata
    return {
      position: row.pos,
      at: row.at.toISOString(),
      stream: streamName(core.store.log, row.stream_id),
      version: row.version,
      type: core.store.codec.typeName(row.type) ?? `#${row.type}`,
      actor,
      cause,
      correlation,
      ...(causation !== undefined && { causation }),
      data: unseal ? dataOf(row, decoded[index]) : cover(row, dataOf(row, decoded[index])),
    }
  })
}

/** What this code cannot read is shown as it is stored: looking must work when nothing else does. */
function dataOf(row: StoredEvent, decoded: Decoded | undefined): Record<string, unknown> {
  if (decoded && !(decoded instanceof Undecodable)) return decoded.data as Record<string, unknown>
  return JSON.parse(row.data) as Record<string, unknown>
}

function cover(row: StoredEvent, data: Record<string, unknown>): Record<string, unknown> {
  const stored = JSON.parse(row.data) as Record<string, unknown>
  const shown = { ...data }
  for (const [field, value] of Object.entries(stored))
    if (field in shown && typeof value === 'object' && value !== null && '$sealed' in value) shown[field] = covered
  return shown
}

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
