// Child of the benchmarks: Emmett's PostgreSQL store as its documentation uses it, with as many connections as raw node-pg has.
import { CommandHandler, isExpectedVersionConflictError, STREAM_DOES_NOT_EXIST } from '@event-driven-io/emmett'
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import { drive, type Run } from './measure.ts'

type Added = {
  type: 'ItemAddedToCart'
  data: { userId: number; productId: number; quantity: number }
  metadata: Record<string, string>
}

const url = process.argv[2] ?? ''
const pool = new pg.Pool({ connectionString: url, max: 16 })
const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } })
const metadata = { actor: 'operator', cause: 'Bench', correlation: '00000000-0000-4000-8000-000000000000' }
let carts = 0

const added = (cart: number): Added => ({
  type: 'ItemAddedToCart',
  data: { userId: cart, productId: 12, quantity: 2 },
  metadata,
})

export const operations = {
  /** Appends of `count` events to new streams. */
  append(clients: number, ms: number, count: number): Promise<Run> {
    return drive(clients, ms, () => {
      const cart = ++carts
      return store.appendToStream(
        `cart-${cart}`,
        Array.from({ length: count }, () => added(cart)),
        {
          expectedStreamVersion: STREAM_DOES_NOT_EXIST,
        },
      )
    })
  },

  /** Commands on one new stream, with the retry that Emmett offers; conflicts: those that still reached the caller. */
  async commands(clients: number, ms: number): Promise<{ run: Run; conflicts: number }> {
    const cart = ++carts
    let conflicts = 0
    const handle = CommandHandler<number, Added>({
      evolve: (sum, event) => sum + event.data.quantity,
      initialState: () => 0,
      retry: { onVersionConflict: true },
    })
    const run = await drive(clients, ms, async () => {
      try {
        await handle(store, `cart-${cart}`, () => [added(cart)])
      } catch (error) {
        if (!isExpectedVersionConflictError(error)) throw error
        conflicts++
      }
    })
    return { run, conflicts }
  },
}

type Call = { id: number; name: keyof typeof operations; args: never }

process.on('message', (message: Call | 'stop') => {
  if (message === 'stop') void store.close().then(() => process.exit(0))
  else void answer(message)
})

async function answer({ id, name, args }: Call): Promise<void> {
  try {
    const operation = operations[name] as (...values: unknown[]) => unknown
    process.send?.({ id, result: await operation(...(args as unknown[])) })
  } catch (error) {
    process.send?.({ id, failure: error instanceof Error ? error.stack : String(error) })
  }
}

await store.schema.migrate()
process.send?.('ready')
