// The last events of a stream, in the order of their versions, as a query of the stream's id and how many; null: all of them.
import { storedColumns } from '#backend/eventstore/log/decoding/stored-types.ts'

/** The bound is a version, so that the index is walked from there, however long the planner believes streams to be. */
export const newestEvents = `select ${storedColumns} from es.events where stream_id = $1
  and version > coalesce((select version from es.streams where id = $1) - $2::int, 0) order by version`
