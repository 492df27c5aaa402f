// Kysely's view of the read models, with types from the projections' columns.
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { ReadRowOf } from '#backend/eventstore/projections/columns.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { ReadModel, ReadModelName } from './projections.ts'
import { ReadGate, type Reads } from './read-gate.ts'

type Schema = { [Name in ReadModelName as `rm.${Name}`]: ReadRow<Name> }
export type Database = Kysely<Schema>

export type ReadRow<Name extends ReadModelName> = ReadRowOf<Extract<ReadModel, { name: Name }>['columns']>
export type { Schema as ReadSchema }

/** Runs single read statements, each after its caller's own writes; see ReadGate for errors. */
export function openDatabase(reads: Reads, positions?: Positions<ReadModelName>): Database {
  const gate = new ReadGate(reads, positions)
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new GatedDriver(gate),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

class GatedDriver extends DummyDriver {
  readonly #gate: ReadGate

  constructor(gate: ReadGate) {
    super()
    this.#gate = gate
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve({
      executeQuery: <Row>(query: CompiledQuery) => this.#gate.query<Row>(query),
      streamQuery: () => {
        throw new Error('read models are not streamed')
      },
    })
  }

  override beginTransaction(): Promise<void> {
    return Promise.reject(new Error('read models are read a statement at a time'))
  }
}
