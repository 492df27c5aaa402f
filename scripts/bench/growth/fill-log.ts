// Fills an empty log by COPY, with everything that appending would have stored beside the events.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type ShopLog, shopLog } from '#backend/domain/shop-log.ts'
import type { UserEvent } from '#backend/domain/user/user.events.ts'
import { type CategoryOf, type EventIn, guardedChangeOf } from '#backend/eventstore/definition/log-definition.ts'
import { addPartitions } from '#backend/eventstore/log/partitions/partitions.ts'
import { type StreamName, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { registerReactors } from '#backend/eventstore/subscriptions/subscription.ts'
import { reactorNames } from '#backend/policies/job-reactor.ts'
import type { Core } from '#backend/shop.ts'
import { meta } from '#scripts/bench/append.ts'

export type Happening = {
  [C in CategoryOf<ShopLog>]: { stream: StreamName<C>; event: EventIn<ShopLog, C> }
}[CategoryOf<ShopLog>]

const page = 10_000
const columns = 'pos, stream_id, version, type, schema_version, data, meta, at'
const begun = Date.UTC(2023, 0, 1)
/** Ten million events end before today. */
const msBetweenEvents = 10_000

type Filled = {
  events: number
  versions: Map<string, number>
  guards: Map<number, { total: number; taken: number }>
  claims: string[]
}

export async function fillLog(core: Core, owner: pg.Pool, happened: Iterable<Happening>): Promise<number> {
  const filled: Filled = { events: 0, versions: new Map(), guards: new Map(), claims: [] }
  const client = await owner.connect()
  try {
    for (const batch of batches(happened)) {
      const lines = await linesOf(core, filled, batch)
      await addPartitions(client, batch.length)
      await copyRows(client, `copy es.events (${columns}) from stdin`, lines)
    }
    const guards = [...filled.guards].map(([key, { total, taken }]) => `${key}\t${total}\t${taken}\n`)
    await copyRows(client, 'copy es.guards (key, total, taken) from stdin', guards.join(''))
    await copyRows(client, 'copy es.claims (scope, key, stream_id) from stdin', filled.claims.join(''))
  } finally {
    client.release()
  }
  await owner.query(
    `insert into es.streams (id, category, version)
     select stream_id, ('x' || left(stream_id::text, 4))::bit(16)::int, max(version) from es.events group by stream_id`,
  )
  await registerFollowed(core)
  for (const counter of shopLog.counters) await owner.query(`select setval('es.${counter}_id', 100000000)`)
  await owner.query('vacuum analyze es.events')
  await owner.query('analyze')
  return filled.events
}

/** Marks the log as handled by the reactors. */
export async function registerFollowed({ pool, store }: Core): Promise<void> {
  await registerReactors(
    pool,
    store,
    reactorNames.map((name) => ({ name })),
  )
}

function copyRows(client: pg.ClientBase, statement: string, rows: string): Promise<void> {
  return pipeline(Readable.from([Buffer.from(rows)]), client.query(from(statement)))
}

function* batches(happened: Iterable<Happening>): Generator<Happening[]> {
  let batch: Happening[] = []
  for (const happening of happened) {
    batch.push(happening)
    if (batch.length < page) continue
    yield batch
    batch = []
  }
  yield batch
}

async function linesOf(core: Core, filled: Filled, batch: readonly Happening[]): Promise<string> {
  const sealed = await sealedOf(core, batch)
  let text = ''
  for (const { stream, event } of batch) {
    const uuid = streamUuid(shopLog, stream)
    const version = (filled.versions.get(uuid) ?? 0) + 1
    filled.versions.set(uuid, version)
    guard(filled, event)
    if (event.type === 'UserRegistered') {
      const key = core.keyring.claimKey(event.data.email ?? '').toString('hex')
      filled.claims.push(`${shopLog.claimScopes.email}\t\\\\x${key}\t${uuid}\n`)
    }
    const data = sealed.get(event) ?? JSON.stringify(event.data)
    const [type] = core.store.codec.typeIds([event.type])
    const at = new Date(begun + filled.events * msBetweenEvents).toISOString()
    const position = ++filled.events
    text += `${position}\t${uuid}\t${version}\t${type}\t1\t${data}\t${metaOf(event, position)}\t${at}\n`
  }
  return text
}

/** Metadata as requests leave it: people act for themselves, and a purchase shares one correlation. */
function metaOf({ data }: Happening['event'], position: number): string {
  const actor = 'userId' in data ? `user:${data.userId}` : 'provider'
  const correlation = 'orderId' in data ? streamUuid(shopLog, `order-${data.orderId}`) : correlationAt(position)
  return `{"actor":"${actor}","cause":"Bench","correlation":"${correlation}"}`
}

function correlationAt(position: number): string {
  return `00000000-0000-4000-8000-${position.toString(16).padStart(12, '0')}`
}

/** Seals personal fields like the store; creates people's keys in batches. */
async function sealedOf({ store }: Core, batch: readonly Happening[]): Promise<Map<Happening['event'], string>> {
  const people = batch.map(({ event }) => event).filter((event) => event.type === 'UserRegistered')
  const encoded = await store.codec.encode('user-1', people as UserEvent[], meta)
  return new Map(people.map((event, index) => [event, encoded[index]?.data ?? '']))
}

function guard({ guards }: Filled, event: Happening['event']): void {
  const change = guardedChangeOf(shopLog, event)
  if (!change) return
  const { total, taken } = guards.get(change.key) ?? { total: 0, taken: 0 }
  guards.set(change.key, { total: total + change.total, taken: taken + change.taken })
}
