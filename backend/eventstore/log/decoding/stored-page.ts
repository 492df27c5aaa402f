// A page of the log, of so many events at most: one at least, and no more once they have a few megabytes.
import { storedColumns } from './stored-types.ts'

/** Of the data of a page in bytes; its last event may lie beyond. */
export const maxPageBytes = 4 * 1024 ** 2

/** After the position $1, at most $2 events, of $3 bytes. */
export const storedPage = `select ${storedColumns} from (
  select e.*, sum(octet_length(data::text)) over (order by pos rows between unbounded preceding and 1 preceding) as before
  from (select ${storedColumns} from es.events where pos > $1 order by pos limit $2) e) page
where before is null or before < $3 order by pos`
