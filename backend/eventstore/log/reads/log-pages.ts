// Reads the log by position: single events, or pages that a number of events and of megabytes bounds.
import type { Queryable } from '#backend/db/transaction.ts'
import { storedColumns, storedTypes } from '#backend/eventstore/log/decoding/stored-types.ts'
import type { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'

export const maxPageBytes = 4 * 1024 ** 2

/** A gap in the positions: never skipped, always an alarm. */
export class LogNotContiguous extends Error {
  override readonly name = 'LogNotContiguous'
}

/** Parameters: $1 position before the page, $2 number of events, $3 bytes. */
export const storedPage = cut(`select ${storedColumns} from es.events where pos > $1 order by pos limit $2`, '$3')

/** Parameters: $1 position before the page, $2 last position, $3 types to leave out, $4 bytes. */
const concerningPage = cut(
  `select ${storedColumns} from es.events where pos > $1 and pos <= $2 and type <> all($3) order by pos`,
  '$4',
)

function cut(events: string, bytes: string): string {
  return `select ${storedColumns} from (
  select e.*, sum(octet_length(data::text)) over (order by pos rows between unbounded preceding and 1 preceding) as before
  from (${events}) e) page
where before is null or before < ${bytes} order by pos`
}

export async function eventsAt(on: Queryable, positions: readonly number[]): Promise<StoredEvent[]> {
  const text = `select ${storedColumns} from es.events where pos = any($1) order by pos`
  return (await on.query<StoredEvent>({ text, values: [positions], types: storedTypes })).rows
}

export async function readAfter(on: Queryable, position: number, limit: number): Promise<StoredEvent[]> {
  const page = { name: 'es.after', text: storedPage, values: [position, limit, maxPageBytes], types: storedTypes }
  const { rows } = await on.query<StoredEvent>(page)
  rows.forEach((row, index) => {
    if (row.pos !== position + index + 1) throw new LogNotContiguous(`position ${position + index + 1} is missing`)
  })
  return rows
}

export type ConcerningPage = { rows: StoredEvent[]; to: number }

export async function readConcerning(
  on: Queryable,
  from: number,
  to: number,
  filter: SubscriptionFilter,
): Promise<ConcerningPage> {
  const values = [from, to, [...filter.others], maxPageBytes]
  const page = { name: 'es.concerning', text: concerningPage, values, types: storedTypes }
  const { rows } = await on.query<StoredEvent>(page)
  const isFull = rows.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0) >= maxPageBytes
  const reached = isFull ? (rows.at(-1)?.pos ?? to) : to
  const concerning = rows.filter((row) => filter.concerns(row))
  if (rows.length === reached - from) return { rows: concerning, to: reached }
  const { rows: counts } = await on.query<{ events: number }>({
    name: 'es.count',
    text: 'select count(*) as events from es.events where pos > $1 and pos <= $2',
    values: [from, reached],
  })
  if (counts[0]?.events !== reached - from)
    throw new LogNotContiguous(`of the positions ${from + 1} to ${reached} only ${counts[0]?.events} are there`)
  return { rows: concerning, to: reached }
}
