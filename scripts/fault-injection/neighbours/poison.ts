import { withConnection } from '#backend/db/database.ts'
import { locks } from '#backend/db/locks.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import { isNamedByVerify, operate } from '#scripts/fault-injection/verdict/operator.ts'
import { waitFor } from '#scripts/load/wait-for.ts'
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
  const { random, join, shops } = place
  const { id: person } = await join(random.below(shops.length))
  const category = random.pick(['cart', 'user'] as const)
  const isMended = random.below(2) === 0
  const stream = `${category}-${person}` as const
  const { type, readers, data } = planted[category]
  let position = 0
  const mend = async () => {
    place.planted.rewritten.add(position)
    await rewrite(place, position, { userId: person, ...data })
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
    concerns: (call) => call.person === person,
    async begin() {
      position = await plant(place, stream, type)
    },
    async end() {
      await untilParked(place, stream, readers)
      await (isMended ? mend() : skip())
    },
    ...(!isMended && { lost: new Set([person]) }),
  }
}

/** Bypasses every check, like a faulty release; returns the position. */
async function plant({ core }: Place, stream: `cart-${number}` | `user-${number}`, type: string): Promise<number> {
  const id = streamUuid(shopLog, stream)
  const meta = JSON.stringify({ actor: 'operator', cause: 'Planted', correlation: 'planted' })
  return withConnection(core.databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('select from es.streams where id = $1 for update', [id])
    await client.query('select pg_advisory_xact_lock($1)', [locks.append])
    const { rows } = await client.query<{ pos: number }>(
      `with s as (update es.streams set version = version + 1 where id = $1 returning version)
       insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
       select (select max(pos) + 1 from es.events), $1, s.version, t.id, 1, $3, $4, now() from s, es.event_types t where t.name = $2
       returning pos, pg_notify('events', '')`,
      [id, type, JSON.stringify(broken), meta],
    )
    if (!rows[0]) throw new Error(`nothing was planted in ${stream}`)
    await client.query('insert into es.commands (id, pos) values (gen_random_uuid(), $1)', [rows[0].pos])
    await client.query('commit')
    return rows[0].pos
  })
}

function rewrite({ core }: Place, position: number, data: unknown): Promise<unknown> {
  return withConnection(core.databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query('update es.events set data = $2 where pos = $1', [position, JSON.stringify(data)])
  })
}

function untilParked({ owner }: Place, stream: string, readers: readonly string[]): Promise<void> {
  const isParked = async () => {
    const parked = (await listDeadLetters(owner)).filter(({ key }) => key === stream)
    return readers.every((name) => parked.some(({ projection }) => projection === name))
  }
  return waitFor(`${stream} is parked by ${readers.join()}`, 10_000, isParked)
}

async function expectOk({ core }: Place, args: readonly string[]): Promise<void> {
  const { code, text } = await operate(core, args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text}`)
}
