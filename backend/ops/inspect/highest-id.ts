import type pg from 'pg'
import { type ShopLog, shopLog } from '#backend/domain/shop-log.ts'
import type { CounterOf } from '#backend/eventstore/definition/log-definition.ts'
import { categoryCode, streamIdNumber } from '#backend/eventstore/log/stream-id.ts'

/** 0 without any stream. Uses the index on ids; the category has none. */
export async function highestId(client: pg.ClientBase, kind: CounterOf<ShopLog>): Promise<number> {
  const code = categoryCode(shopLog, `${kind}-1`).toString(16).padStart(4, '0')
  const { rows } = await client.query<{ id: string }>(
    'select id from es.streams where id between $1 and $2 order by id desc limit 1',
    [`${code}0000-0000-0000-0000-000000000000`, `${code}0000-ffff-ffff-ffff-ffffffffffff`],
  )
  return rows[0] ? streamIdNumber(rows[0].id) : 0
}
