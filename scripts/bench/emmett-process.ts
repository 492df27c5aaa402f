// Child of the benchmarks: Emmett's PostgreSQL store as its documentation uses it, with as many connections as raw node-pg has.

import { setTimeout as sleep } from 'node:timers/promises'
import {
  CommandHandler,
  isExpectedVersionConflictError,
  NO_CONCURRENCY_CHECK,
  STREAM_DOES_NOT_EXIST,
} from '@event-driven-io/emmett'
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
    let done = 0
    const handle = CommandHandler<number, Added>({
      evolve: (sum, event) => sum + event.data.quantity,
      initialState: () => 0,
      retry: { onVersionConflict: true },
    })
    const run = await drive(clients, ms, async () => {
      try {
        await handle(store, `cart-${cart}`, () => [added(cart)])
        done++
      } catch (error) {
        if (!isExpectedVersionConflictError(error)) throw error
        conflicts++
      }
    })
    return { run: { ...run, rate: run.rate * (done / (done + conflicts)) }, conflicts }
  },

  /** Streams of so many events, each event in an append of its own. */
  async fill(streams: number, perStream: number, abreast: number): Promise<void> {
    for (let first = 1; first <= streams; first += abreast)
      await Promise.all(
        Array.from({ length: Math.min(abreast, streams - first + 1) }, async (_, index) => {
          const cart = first + index
          for (let version = 0; version < perStream; version++)
            await store.appendToStream(`cart-${cart}`, [added(cart)], { expectedStreamVersion: BigInt(version) })
        }),
      )
  },

  /** Concurrent writers of numbered events, and a consumer from the beginning of the log, afterwards or beside them. */
  async consumed(writers: number, total: number, size: number, isAfterwards: boolean) {
    const seen: number[] = []
    const consumer = store.consumer<Added>(isAfterwards ? { stopWhen: { noMessagesLeft: true } } : {})
    consumer.reactor<Added>({
      processorId: `count-${size}-${isAfterwards}`,
      startFrom: 'BEGINNING',
      eachMessage: (event) => void seen.push(event.data.userId),
    })
    const started = isAfterwards ? undefined : consumer.start()
    const perWriter = total / writers
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const numbers = Array.from({ length: perWriter }, (_, index) => writer * perWriter + index + 1)
        while (numbers.length > 0)
          await store.appendToStream(`cart-${writer + 1}`, numbers.splice(0, size).map(added), {
            expectedStreamVersion: NO_CONCURRENCY_CHECK,
          })
      }),
    )
    if (isAfterwards) await consumer.start()
    for (let before = -1; before < seen.length; await sleep(1500)) before = seen.length
    await consumer.stop()
    await started
    return { missed: total - new Set(seen).size, doubled: seen.length - new Set(seen).size }
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
