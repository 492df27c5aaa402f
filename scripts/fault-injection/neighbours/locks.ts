import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { Fault, Place } from './fault.ts'

export async function lockedStream({ random, shops, owner, join }: Place): Promise<Fault> {
  const { id } = await join(random.below(shops.length))
  const sql = 'select from es.streams where id = $1 for update'
  return {
    name: `locked row of cart-${id}`,
    concerns: (call) => call.person === id,
    ...held(owner, sql, [streamUuid(shopLog, `cart-${id}`)]),
  }
}

/** Calls that need a read model; a cart needs none. */
const readers: Record<string, readonly string[]> = {
  catalogue: ['catalogue', 'product'],
  purchases: ['product'],
  reviews: ['product'],
  users: ['product'],
}

export async function lockedReadModel({ owner, random }: Place): Promise<Fault> {
  const { name } = random.pick(projections)
  return {
    name: `locked rm.${name}`,
    concerns: ({ kind }) => readers[name]?.includes(kind) ?? false,
    ...held(owner, `lock table rm.${name} in access exclusive mode`),
  }
}

function held(owner: pg.Pool, sql: string, values: unknown[] = []): Pick<Fault, 'begin' | 'end'> {
  let client: pg.PoolClient
  return {
    async begin() {
      client = await owner.connect()
      await client.query('begin')
      await client.query(sql, values)
    },
    async end() {
      await client.query('rollback')
      client.release()
    },
  }
}
