// What takes events back, found in the log.
import type { LogReader } from '#backend/audit/causes/causation-events.ts'
import { eventAt, readWhole } from '#backend/audit/event-query.ts'
import { type EventView, viewEvents } from '#backend/audit/event-view.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { Undo } from '#backend/domain/undo.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { StreamOf } from '#backend/eventstore/log/stream-id.ts'
import { mayBeUndone, undosOf } from './stream-undos.ts'
import { type UndoView, undoView } from './undo-view.ts'

/** Events of a stream that are read for a list, and for one event alone; of longer streams nothing can be taken back. */
const most = { listed: 300, asked: 10_000 }

/** By position, for those of these events that can be taken back; nothing for a caller who may not. */
export async function findUndos(
  auditor: LogReader & { mayUndo: boolean },
  events: readonly EventView[],
): Promise<Map<number, UndoView>> {
  const worth = auditor.mayUndo ? events.filter(mayBeUndone) : []
  return worth.length === 0 ? new Map() : undoViews(await readStreams(auditor, worth, most.listed))
}

/** events: of whole streams, each in order. */
export function undoViews(events: readonly EventView[]): Map<number, UndoView> {
  const streams = [...Map.groupBy(events, ({ stream }) => stream)]
  return new Map(
    streams.flatMap(([stream, own]) =>
      [...undosOf(stream, own)].map(
        ([position, undo]) => [position, undoView(undo, own.at(-1)?.version ?? 0)] as const,
      ),
    ),
  )
}

/** What takes back the event at a position, and the version of its stream; `undo` is null if nothing does, null if no event is there. */
export async function findUndo(
  reader: LogReader,
  position: number,
): Promise<{ undo: Undo | null; version: number } | null> {
  const { rows } = await reader.pool.query<StoredEvent>(eventAt(position))
  const [event] = await viewEvents(reader.store, rows, { unseal: false })
  if (!event) return null
  const events = mayBeUndone(event) ? await readStreams(reader, [event], most.asked) : []
  const undo = undosOf(event.stream, events).get(position) ?? null
  return { undo, version: events.at(-1)?.version ?? event.version }
}

async function readStreams({ pool, store }: LogReader, events: readonly EventView[], upTo: number) {
  const streams = events.map(({ stream }) => ({ stream: stream as StreamOf<ShopLog> }))
  return viewEvents(store, await readWhole(pool, streams, upTo), { unseal: true })
}
