// Reads the events for a retry by index.
import type pg from 'pg'
import type { LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import { storedColumns, storedTypes } from '#backend/eventstore/log/decoding/stored-types.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { type StreamPattern, streamRange } from '#backend/eventstore/log/stream-id.ts'

type Db = Pick<pg.ClientBase, 'query'>

export async function readAt(db: Db, positions: readonly number[]): Promise<StoredEvent[]> {
  const text = `select ${storedColumns} from es.events where pos = any($1) order by pos`
  return (await db.query<StoredEvent>({ text, values: [positions], types: storedTypes })).rows
}

/** A long-parked stream or row may have any number of events, so they are read in pages. */
export const parkedPage = 1000

export async function* readBehind(
  db: Db,
  position: number,
  to: number,
): AsyncGenerator<StoredEvent[], void, undefined> {
  const text = `select ${storedColumns} from es.events
    where stream_id = (select stream_id from es.events where pos = $1) and pos between $1 and $2 and version > $3 order by version limit ${parkedPage}`
  for (let version = 0; ; ) {
    const { rows } = await db.query<StoredEvent>({ text, values: [position, to, version], types: storedTypes })
    yield rows
    if (rows.length < parkedPage) return
    version = rows.at(-1)?.version ?? version
  }
}

export async function positionsIn(
  db: Db,
  log: LogDefinition,
  streams: readonly StreamPattern[],
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const ranges = streams.map((pattern) => streamRange(log, pattern))
  const { rows } = await db.query<{ pos: number }>(
    `select distinct e.pos from unnest($1::uuid[], $2::uuid[]) r(first, last)
     join es.events e on e.stream_id between r.first and r.last where e.pos > $3 and e.pos <= $4 order by 1`,
    [ranges.map(({ first }) => first), ranges.map(({ last }) => last), from, to],
  )
  return rows.map(({ pos }) => pos)
}
