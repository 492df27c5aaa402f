// The log and what is kept beside it: positions, versions, guarded stock, claims, counters, checkpoints, all asked in SQL.

import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { categoryCode, streamName } from '#backend/eventstore/log/stream-id.ts'
import type { Check, Finding } from './finding.ts'

const finding = (check: Check, subject: string | number, message: string): Finding => ({
  check,
  subject: String(subject),
  message,
})

/** Every check that needs no event to be read. The client's transaction sees one moment of the database. */
export async function verifyLog(client: pg.ClientBase, codec: EventCodec): Promise<Finding[]> {
  const checks = [
    verifyPositions,
    verifyVersions,
    verifyStock,
    verifyClaims,
    verifyErased,
    verifyCounters,
    verifyCheckpoints,
  ]
  const found: Finding[] = []
  for (const check of checks) found.push(...(await check(client, codec)))
  return found
}

async function verifyPositions(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ before: number; pos: number }>(
    `select coalesce(before, 0) as before, pos from (select pos, lag(pos) over (order by pos) as before from es.events) e
     where pos <> coalesce(before, 0) + 1 order by pos`,
  )
  return rows.map(({ before, pos }) => {
    const missing =
      pos - before === 2 ? `falta la posición ${pos - 1}` : `faltan las posiciones ${before + 1} a ${pos - 1}`
    return finding('positions', before + 1, `registro: ${missing}`)
  })
}

/** Versions 1..n in each stream, and n in its row. */
async function verifyVersions(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{
    id: string
    events: number | null
    last: number | null
    version: number | null
  }>(
    `select coalesce(s.id, e.stream_id) as id, e.events, e.last, s.version from es.streams s
     full join (select stream_id, count(*) as events, max(version) as last from es.events group by stream_id) e on e.stream_id = s.id
     where s.version is distinct from e.last or e.events is distinct from e.last order by 1`,
  )
  return rows.map(({ id, events, last, version }) => {
    const stream = streamName(shopLog, id)
    const counts = `tiene ${events ?? 0} eventos, el último de versión ${last ?? 0}, y su fila dice ${version ?? 'nada'}`
    return finding('versions', stream, `stream ${stream}: ${counts}`)
  })
}

async function verifyStock(client: pg.ClientBase, codec: EventCodec): Promise<Finding[]> {
  const { rows } = await client.query<
    Record<'product_id' | 'on_hand' | 'reserved' | 'sum_on_hand' | 'sum_reserved', number>
  >(
    `with folded as (
       select (e.data->>'productId')::bigint as product_id,
         sum(case t.name when 'StockAdjusted' then (e.data->>'delta')::int when 'StockConsumed' then -(e.data->>'quantity')::int else 0 end) as on_hand,
         sum(case t.name when 'StockHeld' then (e.data->>'quantity')::int when 'StockAdjusted' then 0 else -(e.data->>'quantity')::int end) as reserved
       from es.events e join es.event_types t on t.id = e.type where e.type = any($1) group by 1)
     select coalesce(g.key, f.product_id) as product_id, coalesce(g.total, 0) as on_hand, coalesce(g.taken, 0) as reserved,
       coalesce(f.on_hand, 0) as sum_on_hand, coalesce(f.reserved, 0) as sum_reserved
     from es.guards g full join folded f on f.product_id = g.key
     where g.total is distinct from f.on_hand or g.taken is distinct from f.reserved order by 1`,
    [codec.typeIds(Object.keys(stockEvents))],
  )
  return rows.map((row) => {
    const guard = `la guarda dice ${row.on_hand} (${row.reserved} apartadas)`
    const sum = `sus eventos suman ${row.sum_on_hand} (${row.sum_reserved})`
    return finding('stock', row.product_id, `stock del producto ${row.product_id}: ${guard}, ${sum}`)
  })
}

async function verifyClaims(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ stream_id: string }>(
    'select c.stream_id from es.claims c left join es.streams s on s.id = c.stream_id where s.id is null order by 1',
  )
  return rows.map(({ stream_id }) => {
    const stream = streamName(shopLog, stream_id)
    return finding('claims', stream, `correo de ${stream}: está reservado, pero ese stream no existe`)
  })
}

/** Of a person who was erased nothing is left; the job that sees to it has a minute. */
async function verifyErased(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ id: number; has_key: boolean; has_claim: boolean; has_password: boolean }>(
    `with erased as (select e.stream_id, (e.data->>'userId')::bigint as id from es.events e join es.event_types t on t.id = e.type
       where t.name = 'UserErased' and e.at < clock_timestamp() - interval '1 minute'),
     left_over as (select id, exists (select from keys.subjects where subject = id and wrapped_key is not null) as has_key,
       exists (select from es.claims c where c.stream_id = erased.stream_id) as has_claim,
       exists (select from auth.credentials where user_id = id) as has_password from erased)
     select * from left_over where has_key or has_claim or has_password order by id`,
  )
  return rows.map(({ id, has_key, has_claim, has_password }) => {
    const left = [has_key && 'su clave', has_claim && 'su correo reservado', has_password && 'su contraseña'].filter(
      (one) => one,
    )
    return finding('erased', `user-${id}`, `cuenta user-${id}: fue borrada, y queda ${left.join(' y ')}`)
  })
}

/** The next id of a kind must be one that no stream has. */
async function verifyCounters(client: pg.ClientBase): Promise<Finding[]> {
  const found: Finding[] = []
  for (const kind of shopLog.counters) {
    const { rows } = await client.query<{ last: number; id: string | null }>(
      `select (select case when is_called then last_value else 0 end from es.${kind}_id) as last,
         (select id from es.streams where category = $1 order by id desc limit 1) as id`,
      [categoryCode(shopLog, `${kind}-1`)],
    )
    const { last = 0, id = null } = rows[0] ?? {}
    const highest = id === null ? 0 : Number(streamName(shopLog, id).split('-')[1])
    if (highest > last)
      found.push(finding('counters', kind, `contador ${kind}_id: va por ${last}, pero existe ${kind}-${highest}`))
  }
  return found
}

async function verifyCheckpoints(client: pg.ClientBase): Promise<Finding[]> {
  const ahead = await client.query<{ name: string; pos: number; head: number }>(
    `select name, pos, head from es.subscriptions, (select coalesce(max(pos), 0) as head from es.events) e where pos > head order by 1`,
  )
  const parked = await client.query<{ projection: string; key: string; events: number; first: number }>(
    `select l.projection, l.key, count(*) as events, min(l.pos) as first from es.dead_letters l join es.subscriptions s using (generation)
     where s.state = 'live' group by 1, 2 order by 1, 2`,
  )
  return [
    ...ahead.rows.map((row) =>
      finding(
        'checkpoints',
        row.name,
        `${row.name}: dice haber leído hasta ${row.pos}, y el registro va por ${row.head}`,
      ),
    ),
    ...parked.rows.map((row) => {
      const subject = `${row.projection} ${row.key}`
      return finding(
        'dead-letters',
        subject,
        `${row.projection}, fila ${row.key}: ${row.events} eventos apartados desde la posición ${row.first}`,
      )
    }),
  ]
}
