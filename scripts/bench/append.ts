// Appends through the store beside raw node-pg inserts into an equal table, interleaved in one run on one durable PostgreSQL.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import { startEmbeddedPostgres } from '#backend/db/embedded-postgres.ts'
import { migrate } from '#backend/db/migrate.ts'
import { newCommandId } from '#backend/eventstore/handle-command.ts'
import { type Core, openCore } from '#backend/wiring.ts'

const rounds = 5
const milliseconds = 1200
const meta = { actor: 'operator', cause: 'Bench', correlation: '00000000-0000-4000-8000-000000000000' } as const
const metaText = JSON.stringify(meta)
const rawTable = `create table public.raw_events (
  pos bigint generated always as identity primary key, stream_id uuid not null, version int not null, type smallint not null,
  schema_version smallint not null, data json not null, meta json not null, at timestamptz not null default clock_timestamp(),
  unique (stream_id, version))`
const rawColumns = '(stream_id, version, type, schema_version, data, meta)'

type Load = (cart: number) => Promise<unknown>
type Run = { rate: number; p50: number; p99: number }

export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamertech-bench-'))
  const database = await startEmbeddedPostgres({ dataDir })
  await migrate(database.url)
  const core = await openCore({
    databaseUrl: database.url,
    dataKey: Buffer.alloc(32, 1),
    sessionSecret: 'b'.repeat(40),
  })
  const raw = createPool(database.url, { as: 'owner', max: 16, name: 'raw' })
  try {
    await raw.query(rawTable)
    console.log(
      `Appends: ${rounds} rounds of ${milliseconds} ms each, interleaved, distinct streams; raw: node-pg, at most 16 connections`,
    )
    for (const clients of [1, 16, 64])
      await compare(`1 event, ${clients} clients`, clients, 1, ours(core, 1), rawOne(raw))
    await compare('100 events, 1 client', 1, 100, ours(core, 100), rawMany(raw, 100))
    await compare('100 events, 4 clients', 4, 100, ours(core, 100), rawMany(raw, 100))
  } finally {
    await raw.end()
    await core.close()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const added = (cart: number) => ({ userId: cart, productId: 12, quantity: 2 })

/** The store's whole path: validation, encoding, lane, es.append. */
function ours(core: Core, count: number): Load {
  return (cart) => {
    const events = Array.from({ length: count }, () => ({ type: 'ItemAddedToCart', data: added(cart) }))
    return core.store.append({
      commandId: newCommandId(),
      meta,
      writes: [{ stream: `cart-${cart}`, expected: 0, events }],
    })
  }
}

function rawOne(raw: pg.Pool): Load {
  return (cart) =>
    raw.query({
      name: 'raw',
      text: `insert into public.raw_events ${rawColumns} values ($1, 1, 7, 1, $2, $3)`,
      values: [randomUUID(), JSON.stringify(added(cart)), metaText],
    })
}

/** One statement with a row of values an event. */
function rawMany(raw: pg.Pool, count: number): Load {
  const row = (index: number) => `($1, ${index + 1}, 7, 1, $2, $3)`
  const text = `insert into public.raw_events ${rawColumns} values ${Array.from({ length: count }, (_, index) => row(index)).join(', ')}`
  return (cart) =>
    raw.query({ name: `raw ${count}`, text, values: [randomUUID(), JSON.stringify(added(cart)), metaText] })
}

async function compare(name: string, clients: number, events: number, shop: Load, floor: Load): Promise<void> {
  const [a, b]: [Run[], Run[]] = [[], []]
  await measure(clients, 300, shop)
  await measure(clients, 300, floor)
  for (let round = 0; round < rounds; round++) {
    a.push(await measure(clients, milliseconds, shop))
    b.push(await measure(clients, milliseconds, floor))
  }
  const ratios = a.map((one, round) => one.rate / (b[round]?.rate ?? 1)).sort((x, y) => x - y)
  const [low = 0, middle = 0, high = 0] = [ratios[0], ratios[Math.floor(rounds / 2)], ratios.at(-1)]
  console.log(
    `${name.padEnd(22)} shop ${show(a, events)}  raw ${show(b, events)}  ratio ${middle.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})  load ${loadavg()[0]?.toFixed(1)}`,
  )
}

let carts = 0

async function measure(clients: number, time: number, load: Load): Promise<Run> {
  const delays: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - start < time) {
        const sent = performance.now()
        await load(++carts)
        delays.push(performance.now() - sent)
      }
    }),
  )
  const rate = delays.length / ((performance.now() - start) / 1000)
  delays.sort((x, y) => x - y)
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? 0
  return { rate, p50: at(0.5), p99: at(0.99) }
}

function show(runs: readonly Run[], events: number): string {
  const median = (pick: (run: Run) => number) => runs.map(pick).sort((x, y) => x - y)[Math.floor(runs.length / 2)] ?? 0
  const rate = Math.round(median((run) => run.rate) * events)
  return `${rate} events/s p50 ${median((run) => run.p50).toFixed(2)} p99 ${median((run) => run.p99).toFixed(2)} ms`
}
