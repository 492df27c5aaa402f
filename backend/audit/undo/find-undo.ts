import { reach } from '#backend/audit/causes/compensations.ts'
import { type LogReader, readWhole, viewEventAt } from '#backend/audit/event-query.ts'
import { type EventView, viewEvents } from '#backend/audit/event-view.ts'
import type { UndoView } from '#backend/domain/audit/audit.contract.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { Undo } from '#backend/domain/undo.ts'
import type { StreamOf } from '#backend/eventstore/log/stream-id.ts'
import { mayBeUndone, undosOf } from './stream-undos.ts'
import { undoView } from './undo-view.ts'

/** Undos by position; none in a stream of more than `upTo` events, or for a caller without permission. */
export async function findUndos(
  auditor: LogReader & { mayUndo: boolean },
  events: readonly EventView[],
  upTo: number,
): Promise<Map<number, UndoView>> {
  const worth = auditor.mayUndo ? events.filter(mayBeUndone) : []
  if (worth.length === 0) return new Map()
  const streams = [...Map.groupBy(await readStreams(auditor, worth, upTo), ({ stream }) => stream)]
  return new Map(
    streams.flatMap(([stream, own]) =>
      [...undosOf(stream, own)].map(
        ([position, undo]) => [position, undoView(undo, own.at(-1)?.version ?? 0)] as const,
      ),
    ),
  )
}

/** Returns the undo and the stream's version; `undo` is null if there is none, the result null without an event. */
export async function findUndo(
  reader: LogReader,
  position: number,
): Promise<{ undo: Undo | null; version: number } | null> {
  const event = await viewEventAt(reader, position)
  if (!event) return null
  const events = mayBeUndone(event) ? await readStreams(reader, [event], reach.asked) : []
  const undo = undosOf(event.stream, events).get(position) ?? null
  return { undo, version: events.at(-1)?.version ?? event.version }
}

async function readStreams({ pool, store }: LogReader, events: readonly EventView[], upTo: number) {
  const streams = events.map(({ stream }) => stream as StreamOf<ShopLog>)
  return viewEvents(store, await readWhole(pool, streams, upTo), { unseal: true })
}
