// ops verify: every read model equal to a straight fold of the log, the stock guard equal to its events, no hole, nothing parked.
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { compareWithLog } from '#backend/eventstore/replay.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { defineCommand, type OpsContext } from './ops-command.ts'

const shownDifferences = 5

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Compara el registro, las guardas y cada proyección, y nombra lo que no coincide.',
  operands: [],
  options: {},
  async run(context) {
    const problems = [
      ...(await verifyLog(context)),
      ...(await verifyStock(context)),
      ...(await verifyReadModels(context)),
    ]
    for (const problem of problems) context.print(problem)
    context.print(problems.length === 0 ? 'Todo coincide con el registro de eventos.' : `${problems.length} problemas.`)
    context.emit(problems)
    return problems.length === 0 ? 0 : 1
  },
})

async function verifyReadModels({ core, ownerPool, print }: OpsContext): Promise<string[]> {
  const problems: string[] = []
  for (const projection of projections) {
    const differences = await compareWithLog(ownerPool, core.store, projection)
    if (differences.length === 0) print(`${projection.name}: igual`)
    for (const { key, live, expected } of differences.slice(0, shownDifferences))
      problems.push(
        `${projection.name}, fila ${key}: hay ${JSON.stringify(live)}, corresponde ${JSON.stringify(expected)}`,
      )
    if (differences.length > shownDifferences)
      problems.push(`${projection.name}: ${differences.length} filas distintas en total`)
  }
  const parked = await ownerPool.query<{ projection: string; events: number }>(
    'select projection, count(*) as events from es.dead_letters group by projection',
  )
  return [...problems, ...parked.rows.map((row) => `${row.projection}: ${row.events} eventos apartados`)]
}

/** Positions 1..N, and each stream's versions 1..n as its row says. */
async function verifyLog({ ownerPool }: OpsContext): Promise<string[]> {
  const positions = await ownerPool.query<{ events: number; last: number }>(
    'select count(*) as events, coalesce(max(pos), 0) as last from es.events',
  )
  const { events = 0, last = 0 } = positions.rows[0] ?? {}
  const streams = await ownerPool.query<{ id: string }>(
    `select coalesce(s.id, e.stream_id) as id from es.streams s
     full join (select stream_id, count(*) as events, max(version) as last from es.events group by stream_id) e on e.stream_id = s.id
     where s.version is distinct from e.last or e.events is distinct from e.last`,
  )
  const holes = events === last ? [] : [`eventos: hay ${events}, pero la última posición es ${last}`]
  return [...holes, ...streams.rows.map((row) => `stream ${row.id}: sus versiones no son continuas`)]
}

/** es.stock against the sum of the stock events. */
async function verifyStock({ core, ownerPool }: OpsContext): Promise<string[]> {
  const { rows } = await ownerPool.query<{ product_id: number }>(
    `with folded as (
       select (e.data->>'productId')::bigint as product_id,
         sum(case t.name when 'StockAdjusted' then (e.data->>'delta')::int when 'StockConsumed' then -(e.data->>'quantity')::int else 0 end) as on_hand,
         sum(case t.name when 'StockHeld' then (e.data->>'quantity')::int when 'StockAdjusted' then 0 else -(e.data->>'quantity')::int end) as reserved
       from es.events e join es.event_types t on t.id = e.type where e.type = any($1) group by 1)
     select coalesce(s.product_id, f.product_id) as product_id from es.stock s full join folded f using (product_id)
     where s.on_hand is distinct from f.on_hand or s.reserved is distinct from f.reserved`,
    [core.store.codec.typeIds(Object.keys(stockEvents))],
  )
  return rows.map((row) => `stock del producto ${row.product_id}: no es la suma de sus eventos`)
}
