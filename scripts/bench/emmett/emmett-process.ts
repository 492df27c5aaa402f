// Benchmark child: Emmett's PostgreSQL store as documented, with as many connections as raw node-pg.

import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AnyEvent,
  CommandHandler,
  isExpectedVersionConflictError,
  NO_CONCURRENCY_CHECK,
  STREAM_DOES_NOT_EXIST,
} from '@event-driven-io/emmett'
import {
  getPostgreSQLEventStore,
  pongoMultiStreamProjection,
  postgreSQLProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import { drive, type Run } from '#scripts/bench/measure.ts'
import { evolveOrder, type OrderDocument, type OrderFact, orderHistory } from '#scripts/bench/orders.ts'
import { type Visibility, watch } from '#scripts/bench/watch.ts'

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

const cartsProjection = postgreSQLProjection<Added>({
  name: 'carts',
  canHandle: ['ItemAddedToCart'],
  async handle(events, { connection }) {
    const rows = events.map(({ data }) => ({ user_id: data.userId, lines: [data] }))
    await connection.client.query(
      `insert into public.carts select * from json_populate_recordset(null::public.carts, $1)
       on conflict (user_id) do update set lines = carts.lines || excluded.lines`,
      [JSON.stringify(rows)],
    )
  },
})

const ordersProjection = pongoMultiStreamProjection<OrderDocument, OrderFact>({
  collectionName: 'orders',
  canHandle: ['OrderPlaced', 'OrderRejected', 'OrderExpired', 'OrderPaid', 'OrderRefunded'],
  getDocumentId: (event) => String(event.data.orderId),
  evolve: (document: OrderDocument | null, event: OrderFact) => evolveOrder(document, event),
})

export const operations = {
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

  /** Commands on one new stream with Emmett's retry; `conflicts`: those that reached the caller. */
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

  /**
   * Time from append to row, with a projection that writes each batch in one statement; numbers carts from `after` +
   * 1.
   */
  async visibility(
    pace: { rate: number; ms: number; heldMs?: number },
    pulling: { pullingFrequencyInMs?: number; batchSize?: number },
    after: number,
  ): Promise<Visibility> {
    await pool.query('create table if not exists public.carts (user_id bigint primary key, lines jsonb not null)')
    const consumer = store.consumer<AnyEvent>({ pulling })
    consumer.projector<Added>({ projection: cartsProjection, startFrom: 'CURRENT' })
    const started = consumer.start()
    await sleep(500)
    const seen = await watch({
      ...pace,
      url,
      query: `select max(user_id) - ${after} as newest from public.carts where user_id > ${after}`,
      append: (number) =>
        store.appendToStream(`cart-${after + number}`, [added(after + number)], {
          expectedStreamVersion: STREAM_DOES_NOT_EXIST,
        }),
    })
    await consumer.stop()
    await started
    return seen
  },

  /** Five events per order in one append, sequentially, since its consumer misses some concurrent ones. */
  async fillOrders(orders: number, buyers: number): Promise<void> {
    for (let order = 1; order <= orders; order++)
      await store.appendToStream(
        `order-${order}`,
        orderHistory(order, buyers).map((fact) => ({ ...fact, metadata })),
        { expectedStreamVersion: STREAM_DOES_NOT_EXIST },
      )
  },

  /**
   * Emmett's rebuild with its document projection; events per second. It silently skips events hidden by any open
   * transaction on the server; such a try counts as incomplete and is repeated.
   */
  async rebuildOrders(orders: number): Promise<{ rate: number; incomplete: number }> {
    for (let incomplete = 0; incomplete < 10; incomplete++) {
      const started = performance.now()
      const consumer = rebuildPostgreSQLProjections({
        connectionString: url,
        projections: [{ projection: ordersProjection, startFrom: 'BEGINNING' }],
        pulling: { pullingFrequencyInMs: 1 },
      })
      await consumer.start()
      const seconds = (performance.now() - started) / 1000
      await consumer.close()
      const { rows } = await pool.query<{ count: string }>('select count(*) from orders')
      if (Number(rows[0]?.count) === orders) return { rate: (orders * 5) / seconds, incomplete }
      await sleep(1000)
    }
    throw new Error(`no complete rebuild of ${orders} orders`)
  },

  /** Concurrent writers of numbered events, and a consumer from the beginning, during or after the writing. */
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
