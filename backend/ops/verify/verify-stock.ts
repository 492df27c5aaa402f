// What the guards say is what the events of the stock add up to; the counters of ids are past every id.
import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { categoryCode, streamName } from '#backend/eventstore/log/stream-id.ts'
import { Tally } from './finding.ts'
import { numberOf } from './number-of.ts'
import { countOf, tallyOf } from './one-moment.ts'

type GuardRow = Record<'product_id' | 'on_hand' | 'reserved' | 'sum_on_hand' | 'sum_reserved', number>

export async function verifyStock(client: pg.ClientBase, codec: EventCodec): Promise<Tally[]> {
  const sql = `
    with folded as (
      select ${numberOf('productId', 'bigint')} as product_id,
        sum(case t.name when 'StockAdjusted' then ${numberOf('delta', 'int')} when 'StockConsumed' then -${numberOf('quantity', 'int')}
          when 'StockReturned' then ${numberOf('quantity', 'int')} else 0 end) as on_hand,
        sum(case t.name when 'StockHeld' then ${numberOf('quantity', 'int')} when 'StockAdjusted' then 0 when 'StockReturned' then 0 else -${numberOf('quantity', 'int')} end) as reserved
      from es.events e join es.event_types t on t.id = e.type where e.type = any($1) group by 1)
    select coalesce(g.key, f.product_id) as product_id, coalesce(g.total, 0) as on_hand, coalesce(g.taken, 0) as reserved,
      coalesce(f.on_hand, 0) as sum_on_hand, coalesce(f.reserved, 0) as sum_reserved
    from es.guards g full join folded f on f.product_id = g.key
    where g.total is distinct from f.on_hand or g.taken is distinct from f.reserved order by 1`
  const values = [codec.typeIds(Object.keys(stockEvents))]
  const tally = new Tally('stock', await countOf(client, 'es.guards'))
  await tallyOf<GuardRow>(client, tally, { sql, values }, (row) => {
    const guard = `la guarda dice ${row.on_hand} (${row.reserved} apartadas)`
    const sum = `sus eventos suman ${row.sum_on_hand} (${row.sum_reserved})`
    return { subject: row.product_id, message: `stock del producto ${row.product_id}: ${guard}, ${sum}` }
  })
  return [tally]
}

/** The next id of a kind must be one that no stream has. */
export async function verifyCounters(client: pg.ClientBase): Promise<Tally[]> {
  const tally = new Tally('counters', shopLog.counters.length)
  for (const kind of shopLog.counters) {
    const { rows } = await client.query<{ last: number; id: string | null }>(
      `select (select case when is_called then last_value else 0 end from es.${kind}_id) as last,
         (select id from es.streams where category = $1 order by id desc limit 1) as id`,
      [categoryCode(shopLog, `${kind}-1`)],
    )
    const { last = 0, id = null } = rows[0] ?? {}
    const highest = id === null ? 0 : Number(streamName(shopLog, id).split('-')[1])
    if (highest > last) tally.add(kind, `contador ${kind}_id: va por ${last}, pero existe ${kind}-${highest}`)
  }
  return [tally]
}
