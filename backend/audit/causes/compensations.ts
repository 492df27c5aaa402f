// Finds undone events: an undo's events carry the undone event's position as their cause.
import { type LogReader, shownUuid } from '#backend/audit/event-query.ts'
import type { EventView } from '#backend/audit/event-view.ts'
import { mayBeUndone, mayUndo } from '#backend/audit/undo/stream-undos.ts'
import type { TakenBack } from '#backend/domain/audit/audit.contract.ts'
import { type ShopLog, userIdOf } from '#backend/domain/shop-log.ts'
import { type StreamName, type StreamOf, streamName } from '#backend/eventstore/log/stream-id.ts'

export type Compensation = { position: number; undoes: number; correlation: string }

/** Looks for undos within this many versions: in lists, and for one event or entity. */
export const reach = { listed: 300, asked: 10_000 }

type VersionRange = { stream: StreamName; from: number; upTo: number }

type Row = { pos: number; stream_id: string; correlation: string; undone: number; undone_stream: string; type: number }

/** Undos of these events, and undos among them, in log order. Runs no query if none is possible. */
export async function findCompensations({ pool, store }: LogReader, events: readonly EventView[], upTo: number) {
  const ranges = events.flatMap((event) => rangesOf(event, upTo))
  if (ranges.length === 0) return []
  const { rows } = await pool.query<Row>(
    `select distinct on (e.pos) e.pos, e.stream_id, e.meta->>'correlation' as correlation,
            u.pos as undone, u.stream_id as undone_stream, u.type
       from unnest($1::uuid[], $2::int[], $3::int[]) s (id, first, last)
       join es.events e on e.stream_id = s.id and e.version between s.first and s.last
       join es.events u on u.pos = (e.meta->>'causation')::bigint
      where e.meta->>'actor' like 'user:%' order by e.pos`,
    columnsOf(ranges),
  )
  return rows.flatMap(({ pos, stream_id, correlation, undone, undone_stream, type }) => {
    const [by, of] = [streamName(store.log, stream_id), streamName(store.log, undone_stream)]
    const isOne = mayBeUndone({ stream: of, type: store.codec.typeName(type) ?? '' }) && isOfOne(by, of)
    return isOne ? [{ position: pos, undoes: undone, correlation }] : []
  })
}

/** Undos of these positions, and undos of those undos. */
export function followed(compensations: readonly Compensation[], positions: readonly number[]): Compensation[] {
  const known = new Set(positions)
  return compensations.filter(({ position, undoes }) => known.has(undoes) && known.add(position))
}

export function takenBackOf(compensations: readonly Compensation[]): (position: number) => TakenBack {
  // The first of several undos counts.
  const undoneBy = new Map(compensations.toReversed().map(({ position, undoes }) => [undoes, position]))
  const undoes = new Map(compensations.map((one) => [one.position, one.undoes]))
  return (position) => ({ undoes: undoes.get(position) ?? null, undoneBy: undoneBy.get(position) ?? null })
}

function rangesOf(event: EventView, upTo: number): VersionRange[] {
  const { stream, version, type, actor, causation } = event
  const ranges: VersionRange[] = []
  if (causation !== undefined && userIdOf(actor) !== null && mayUndo(stream))
    ranges.push({ stream, from: version, upTo: version })
  if (mayBeUndone(event)) ranges.push({ stream, from: version + 1, upTo: version + upTo })
  // Undoing a new product that was never on sale only removes its stock.
  if (type === 'ProductAdded') ranges.push({ stream: stockOf(stream), from: 1, upTo })
  return ranges
}

/** Merges ranges that meet and keeps gaps between others. */
function columnsOf(ranges: readonly VersionRange[]): [string[], number[], number[]] {
  const apart: VersionRange[] = []
  for (const next of ranges.toSorted((a, b) => a.stream.localeCompare(b.stream) || a.from - b.from)) {
    const last = apart.at(-1)
    if (last?.stream === next.stream && next.from <= last.upTo + 1) last.upTo = Math.max(last.upTo, next.upTo)
    else apart.push({ ...next })
  }
  return [
    apart.map(({ stream }) => shownUuid(stream as StreamOf<ShopLog>)),
    apart.map(({ from }) => from),
    apart.map(({ upTo }) => upTo),
  ]
}

const stockOf = (stream: StreamName) => stream.replace('product-', 'stock-') as StreamName

/** Ignores events of other streams: a bulk change causes those, and undoes nothing. */
const isOfOne = (by: StreamName, of: StreamName) => by === of || by === stockOf(of)
