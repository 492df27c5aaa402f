// An unreadable event in the log.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import { isNamedByVerify, operate } from '#scripts/fault-injection/verdict/operator.ts'
import type { Fault, Place } from './fault.ts'

/** An event as intended, and the subscriptions that read it. */
const planted = {
  cart: { type: 'ItemAddedToCart', data: { productId: 1, quantity: 1 }, readers: ['carts'] },
  user: { type: 'UserReinstated', data: {}, readers: ['jobs', 'users'] },
} as const
const broken = { surprise: true }

/**
 * Plants an event with invalid data in a person's cart or account. Finally the data is repaired and the operator
 * retries, or the operator skips the event.
 */
export async function poisonedEvent(place: Place): Promise<Fault> {
  const { random, owner, join, shops } = place
  const person = await join(random.below(shops.length))
  const category = random.pick(['cart', 'user'] as const)
  const isMended = random.below(2) === 0
  const stream = `${category}-${person}` as const
  const { type, readers, data } = planted[category]
  let position = 0
  const mend = async () => {
    place.planted.rewritten.add(position)
    await rewrite(owner, position, { userId: person, ...data })
    for (const name of readers) await expectOk(place, ['dead-letters', 'retry', name, stream])
  }
  const skip = async () => {
    if (!(await isNamedByVerify(place.core, position))) throw new Error(`verify does not name event ${position}`)
    place.planted.unreadable.add(position)
    for (const name of readers)
      await expectOk(place, ['dead-letters', 'skip', name, stream, String(position), '--reason', 'prueba'])
  }
  return {
    name: `unreadable event of ${stream}, ${isMended ? 'put right and tried again' : 'left out'}`,
    harm: (call) => (call.person === person ? 'refusals' : 'nothing'),
    async begin() {
      position = await plant(owner, stream, type)
    },
    async end() {
      await untilParked(owner, stream, readers)
      await (isMended ? mend() : skip())
    },
    ...(!isMended && { lost: new Set([person]) }),
  }
}

/** Bypasses every check, like a faulty release; returns the position. */
async function plant(owner: pg.Pool, stream: `cart-${number}` | `user-${number}`, type: string): Promise<number> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('select from es.streams where id = $1 for update', [streamUuid(shopLog, stream)])
    await client.query('select pg_advisory_xact_lock($1)', [locks.append])
    const { rows } = await client.query<{ pos: number }>(
      `with s as (update es.streams set version = version + 1 where id = $1 returning version)
       insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
       select (select max(pos) + 1 from es.events), $1, s.version, t.id, 1, $3, $4, now() from s, es.event_types t where t.name = $2
       returning pos, pg_notify('events', '')`,
      [
        streamUuid(shopLog, stream),
        type,
        JSON.stringify(broken),
        JSON.stringify({ actor: 'operator', cause: 'Planted', correlation: 'planted' }),
      ],
    )
    if (!rows[0]) throw new Error(`nothing was planted in ${stream}`)
    await client.query('insert into es.commands (id, pos) values (gen_random_uuid(), $1)', [rows[0].pos])
    await client.query('commit')
    return rows[0].pos
  } finally {
    client.release(true)
  }
}

async function rewrite(owner: pg.Pool, position: number, data: unknown): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('update es.events set data = $2 where pos = $1', [position, JSON.stringify(data)])
  } finally {
    client.release(true)
  }
}

async function untilParked(owner: pg.Pool, stream: string, readers: readonly string[]): Promise<void> {
  let parked: string[] = []
  for (let tries = 0; tries < 200; tries++) {
    parked = (await listDeadLetters(owner)).filter(({ key }) => key === stream).map(({ projection }) => projection)
    if (readers.every((name) => parked.includes(name))) return
    await sleep(50)
  }
  throw new Error(`${stream} is parked by ${parked.join() || 'nobody'}, not by ${readers.join()}`)
}

async function expectOk({ core }: Place, args: readonly string[]): Promise<void> {
  const { code, text } = await operate(core, args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text}`)
}
