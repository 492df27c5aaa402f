// Benchmark child: Emmett's PostgreSQL store as documented, with as many connections as raw node-pg. It has its own
// process because it changes the driver's number parsing globally.
import { STREAM_DOES_NOT_EXIST } from '@event-driven-io/emmett'
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import { answerParent, specOfChild } from '#scripts/fault-injection/processes/child.ts'
import type { EmmettTurn } from './append.ts'
import { drive } from './measure.ts'

const { databaseUrl } = specOfChild<{ databaseUrl: string }>()
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const store = getPostgreSQLEventStore(databaseUrl, { connectionOptions: { pool } })
const metadata = { actor: 'operator', cause: 'Bench', correlation: '00000000-0000-4000-8000-000000000000' }
let carts = 0

function append(): Promise<unknown> {
  const cart = ++carts
  const data = { userId: cart, productId: 12, quantity: 2 }
  const events = [{ type: 'ItemAddedToCart' as const, data, metadata }]
  return store.appendToStream(`cart-${cart}`, events, { expectedStreamVersion: STREAM_DOES_NOT_EXIST })
}

await store.schema.migrate()
answerParent(null, ({ clients, ms }: EmmettTurn) => drive(clients, ms, append))
