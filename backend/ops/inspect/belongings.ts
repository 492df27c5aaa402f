import type pg from 'pg'
import { toDecimal } from '#backend/domain/money.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'

export type Belongings = {
  removed: { keys: number; emails: number; passwords: number; sessions: number }
  kept: { reviews: number; orders: { currency: string; count: number; total: number }[] }
}

export async function belongingsOf(ownerPool: pg.Pool, userId: number): Promise<Belongings> {
  const { rows } = await ownerPool.query<Belongings['removed'] & { reviews: number }>(
    `select (select count(*) from keys.subjects where subject = $1 and wrapped_key is not null) as keys,
       (select count(*) from es.claims where stream_id = $2) as emails,
       (select count(*) from auth.credentials where user_id = $1) as passwords,
       (select count(*) from auth.sessions where user_id = $1) as sessions,
       (select count(*) from rm.reviews where user_id = $1) as reviews`,
    [userId, streamUuid(shopLog, `user-${userId}`)],
  )
  const { reviews = 0, keys = 0, emails = 0, passwords = 0, sessions = 0 } = rows[0] ?? {}
  const orders = await ownerPool.query<{ currency: string; count: number; cents: number }>(
    'select currency, count(*), sum(total_cents)::bigint as cents from rm.orders where user_id = $1 group by 1 order by 1',
    [userId],
  )
  return {
    removed: { keys, emails, passwords, sessions },
    kept: {
      reviews,
      orders: orders.rows.map(({ currency, count, cents }) => ({ currency, count, total: toDecimal(cents) })),
    },
  }
}
