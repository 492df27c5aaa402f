// The queries that read streams: whole or from where their books were opened, as they are or as they once were.
import { storedColumns } from './stored-types.ts'

/** openedBy: types of events as stored, none for whole streams; until: a position of the log. Rows in the order of streams and versions. */
export function streamQuery(ids: readonly string[], openedBy: readonly number[], until: number | undefined) {
  const isPast = until !== undefined
  const name = `${openedBy.length === 0 ? 'stream' : 'books'}${isPast ? ' until' : ''}`
  const text = openedBy.length === 0 ? wholeStreams(isPast) : openBooks(isPast)
  return { name, text, values: [ids, ...(openedBy.length === 0 ? [] : [openedBy]), ...(isPast ? [until] : [])] }
}

function wholeStreams(isPast: boolean): string {
  const past = isPast ? 'and pos <= $2' : ''
  return `select ${storedColumns} from es.events where stream_id = any($1) ${past} order by stream_id, version`
}

function openBooks(isPast: boolean): string {
  const past = (table: string) => (isPast ? `and ${table}.pos <= $3` : '')
  return `select ${storedColumns} from unnest($1::uuid[]) s(id)
    left join lateral (
      select o.version as opened from es.events o where o.stream_id = s.id and o.type = any($2) ${past('o')}
      order by o.version desc limit 1
    ) o on true
    join es.events e on e.stream_id = s.id and e.version >= coalesce(o.opened, 0) ${past('e')} order by stream_id, version`
}
