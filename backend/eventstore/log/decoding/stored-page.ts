// A page of the log, of so many events at most: one at least, and no more once they have a few megabytes.
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { storedColumns } from './stored-types.ts'

/** Of the data of a page in bytes; its last event may lie beyond. */
export const maxPageBytes = 4 * 1024 ** 2

/** After the position $1, at most $2 events, of $3 bytes. */
export const storedPage = cut(`select ${storedColumns} from es.events where pos > $1 order by pos limit $2`, '$3')

/** After the position $1, up to $2, but for those of the types $3, of $4 bytes. */
export const concerningPage = cut(
  `select ${storedColumns} from es.events where pos > $1 and pos <= $2 and type <> all($3) order by pos`,
  '$4',
)

/** Whether a page that was asked for with maxPageBytes may have been cut short. */
export function isFull(page: readonly StoredEvent[]): boolean {
  return page.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0) >= maxPageBytes
}

function cut(events: string, bytes: string): string {
  return `select ${storedColumns} from (
  select e.*, sum(octet_length(data::text)) over (order by pos rows between unbounded preceding and 1 preceding) as before
  from (${events}) e) page
where before is null or before < ${bytes} order by pos`
}
