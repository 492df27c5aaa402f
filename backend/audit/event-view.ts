// Shows stored events: named, upcast, personal fields masked unless `unseal` is given.
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventMetadata, StoredEvent } from '#backend/eventstore/log/event.ts'
import { type StreamName, streamName } from '#backend/eventstore/log/stream-id.ts'
import type { ShopStore } from '#backend/shop-store.ts'

export type EventView = {
  position: number
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

export const masked = '[personal]'

export const storedColumns = 'pos, stream_id, version, type, schema_version, data::text, meta::text, at'

/** Masks personal fields as '[personal]' without `unseal`; with it, fields of erased persons are null. */
export async function viewEvents(
  store: ShopStore,
  rows: readonly StoredEvent[],
  { unseal }: { unseal: boolean },
): Promise<EventView[]> {
  const decoded = await store.codec.decodeEach(rows, { unseal })
  return rows.map((row, index): EventView => {
    const { actor, cause, correlation, causation } = JSON.parse(row.meta) as EventMetadata
    return {
      position: row.pos,
      at: row.at.toISOString(),
      stream: streamName(store.log, row.stream_id),
      version: row.version,
      type: store.codec.typeName(row.type) ?? `#${row.type}`,
      actor,
      cause,
      correlation,
      ...(causation !== undefined && { causation }),
      data: unseal ? dataOf(row, decoded[index]) : mask(row, dataOf(row, decoded[index])),
    }
  })
}

/** Shows unreadable events as stored, since viewing must work when nothing else does. */
function dataOf(row: StoredEvent, decoded: Decoded | undefined): Record<string, unknown> {
  if (decoded && !(decoded instanceof Undecodable)) return decoded.data as Record<string, unknown>
  return JSON.parse(row.data) as Record<string, unknown>
}

function mask(row: StoredEvent, data: Record<string, unknown>): Record<string, unknown> {
  const stored = JSON.parse(row.data) as Record<string, unknown>
  const shown = { ...data }
  for (const [field, value] of Object.entries(stored))
    if (field in shown && typeof value === 'object' && value !== null && '$sealed' in value) shown[field] = masked
  return shown
}
