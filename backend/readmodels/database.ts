// The read models as Kysely's queries see them; their types come from the projections, where each column is said once.
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { ReadRowOf } from '#backend/eventstore/projections/columns.ts'
import type { ReadModel, ReadModelName } from './projections.ts'

type Schema = { [Name in ReadModelName as `rm.${Name}`]: ReadRow<Name> }
export type Database = Kysely<Schema>

/** A row of a read model as queries return it. */
export type ReadRow<Name extends ReadModelName> = ReadRowOf<Extract<ReadModel, { name: Name }>['columns']>
export type { Schema as ReadSchema }

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}
