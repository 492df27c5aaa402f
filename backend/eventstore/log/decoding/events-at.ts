import type { Queryable } from '#backend/db/transaction.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { storedColumns, storedTypes } from './stored-types.ts'

export async function eventsAt(db: Queryable, positions: readonly number[]): Promise<StoredEvent[]> {
  const text = `select ${storedColumns} from es.events where pos = any($1) order by pos`
  return (await db.query<StoredEvent>({ text, values: [positions], types: storedTypes })).rows
}
