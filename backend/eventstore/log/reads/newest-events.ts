// Query of a stream's last events in the order of their versions; parameters: stream id, count (null: all).
import { storedColumns } from '#backend/eventstore/log/decoding/stored-types.ts'

/** A version bound makes the planner use the index, whatever length it expects of streams. */
export const newestEvents = `select ${storedColumns} from es.events where stream_id = $1
  and version > coalesce((select version from es.streams where id = $1) - $2::int, 0) order by version`
