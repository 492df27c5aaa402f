// Reads the log: single events, or pages of at least one event and at most so many events and megabytes.
import type { Queryable } from '#backend/db/transaction.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { storedColumns, storedTypes } from './stored-types.ts'

export const maxPageBytes = 4 * 1024 ** 2

/** Parameters: $1 position before the page, $2 number of events, $3 bytes. */
export const storedPage = cut(`select ${storedColumns} from es.events where pos > $1 order by pos limit $2`, '$3')

/** Parameters: $1 position before the page, $2 last position, $3 types to leave out, $4 bytes. */
export const concerningPage = cut(
  `select ${storedColumns} from es.events where pos > $1 and pos <= $2 and type <> all($3) order by pos`,
  '$4',
)

export function isFull(page: readonly StoredEvent[]): boolean {
  return page.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0) >= maxPageBytes
}

export async function eventsAt(db: Queryable, positions: readonly number[]): Promise<StoredEvent[]> {
  const text = `select ${storedColumns} from es.events where pos = any($1) order by pos`
  return (await db.query<StoredEvent>({ text, values: [positions], types: storedTypes })).rows
}

function cut(events: string, bytes: string): string {
  return `select ${storedColumns} from (
  select e.*, sum(octet_length(data::text)) over (order by pos rows between unbounded preceding and 1 preceding) as before
  from (${events}) e) page
where before is null or before < ${bytes} order by pos`
}
