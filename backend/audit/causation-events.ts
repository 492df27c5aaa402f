// The events that led to one another, read from the log.
import type pg from 'pg'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { findJobsOf } from '#backend/jobs/jobs-of-events.ts'
import { type CommandNode, causationTree } from './causation-tree.ts'
import { eventAt, lookUp } from './event-query.ts'
import { type EventView, storedColumns, viewEvents } from './event-view.ts'

/** What reads the log: `pool` may read es and job. */
export type LogReader = { pool: pg.Pool; store: EventStore<ShopLog> }

/** The tree of causes around the event at a position; null if the log has none there. */
export async function findCauses(
  reader: LogReader,
  position: number,
  { unseal }: { unseal: boolean },
): Promise<{ correlation: string; commands: CommandNode[] } | null> {
  const chain = await chainTo(reader, position)
  const [asked] = chain
  if (!asked) return null
  const events = await familyOf(reader, chain, unseal)
  const jobs = await findJobsOf(
    reader.pool,
    events.map((event) => event.position),
  )
  const commands = causationTree(events, await commandEnds(reader.pool, events), jobs)
  return { correlation: asked.correlation, commands }
}

/** The event and, from near to far, the events that led to it; each is found by its position. */
async function chainTo({ pool, store }: LogReader, position: number): Promise<EventView[]> {
  const chain: EventView[] = []
  for (let next: number | undefined = position; next !== undefined; ) {
    const { rows } = await pool.query<StoredEvent>(eventAt(next))
    const [event] = await viewEvents(store, rows, { unseal: false })
    if (event) chain.push(event)
    next = event?.causation
  }
  return chain
}

/**
 * Everything that shares a request with the chain, or with the beginning of a stream in it: a payment's notice knows nothing of the press of
 * 'Pagar' that its order began with.
 */
async function familyOf(
  { pool, store }: LogReader,
  chain: readonly EventView[],
  unseal: boolean,
): Promise<EventView[]> {
  const { rows: beginnings } = await pool.query<{ correlation: string }>(
    `select b.meta->>'correlation' as correlation from es.events e
       join es.events b on b.stream_id = e.stream_id and b.version = 1 where e.pos = any($1)`,
    [chain.map((event) => event.position)],
  )
  const correlations = new Set([...chain, ...beginnings].map((event) => event.correlation))
  const rows = await lookUp(pool, {
    text: `select ${storedColumns} from es.events where meta->>'correlation' = any($1) order by pos`,
    values: [[...correlations]],
  })
  return viewEvents(store, rows, { unseal })
}

/** The positions among these events that a command ended with. */
async function commandEnds(pool: pg.Pool, events: readonly EventView[]): Promise<Set<number>> {
  const { rows } = await pool.query<{ pos: number }>('select pos from es.commands where pos = any($1)', [
    events.map((event) => event.position),
  ])
  return new Set(rows.map((row) => row.pos))
}
