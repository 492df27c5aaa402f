// Reads the events for one reader from a range of the log, at most a page.
import type pg from 'pg'
import { concerningPage, isFull, maxPageBytes } from '#backend/eventstore/log/decoding/stored-page.ts'
import { storedTypes } from '#backend/eventstore/log/decoding/stored-types.ts'
import type { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'

/** A gap in the positions: never skipped, always an alarm. */
export class LogNotContiguous extends Error {
  override readonly name = 'LogNotContiguous'
}

export type ConcerningPage = { rows: StoredEvent[]; to: number }

export async function readConcerning(
  pool: pg.Pool,
  from: number,
  to: number,
  filter: SubscriptionFilter,
): Promise<ConcerningPage> {
  const { rows } = await pool.query<StoredEvent>({
    name: 'es.concerning',
    text: concerningPage,
    values: [from, to, filter.others, maxPageBytes],
    types: storedTypes,
  })
  const reached = isFull(rows) ? (rows.at(-1)?.pos ?? to) : to
  const concerning = rows.filter((row) => filter.concerns(row))
  if (rows.length === reached - from) return { rows: concerning, to: reached }
  const { rows: counts } = await pool.query<{ events: number }>({
    name: 'es.count',
    text: 'select count(*) as events from es.events where pos > $1 and pos <= $2',
    values: [from, reached],
  })
  if (counts[0]?.events !== reached - from)
    throw new LogNotContiguous(`of the positions ${from + 1} to ${reached} only ${counts[0]?.events} are there`)
  return { rows: concerning, to: reached }
}
