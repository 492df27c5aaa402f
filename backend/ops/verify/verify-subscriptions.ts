// Checks checkpoints, dead letters and kept rows.
import type pg from 'pg'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { tableOf } from '#backend/eventstore/projections/generation.ts'
import { differingKeys } from '#backend/eventstore/projections/kept-rows.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { reactorNames } from '#backend/policies/job-reactor.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { Tally } from './finding.ts'
import { countOf, tallyOf } from './one-moment.ts'

/** No checkpoint is past the head; dead letters belong to existing rows. */
export async function verifyCheckpoints(client: pg.ClientBase): Promise<Tally[]> {
  const checkpoints = new Tally('checkpoints', await countOf(client, 'es.subscriptions'))
  const ahead = `select name, pos, head from es.subscriptions, (select coalesce(max(pos), 0) as head from es.events) e where pos > head order by 1`
  await tallyOf<{ name: string; pos: number; head: number }>(client, checkpoints, { sql: ahead }, (row) => ({
    subject: row.name,
    message: `${row.name}: dice haber leído hasta ${row.pos}, y el registro va por ${row.head}`,
  }))
  const still = `select name, paused, epoch, highest_epoch as highest from es.subscriptions
    where (paused and state = 'live') or epoch <> highest_epoch order by 1`
  type Still = { name: string; paused: boolean; epoch: number; highest: number }
  await tallyOf<Still>(client, checkpoints, { sql: still }, ({ name, paused, epoch, highest }) => ({
    subject: name,
    message:
      epoch === highest && paused
        ? `${name}: está en pausa, y nadie la alimenta: resume ${name} la sigue`
        : `${name}: su época es ${epoch}, y ya fue ${highest}: un proceso que la perdió movería su avance`,
  }))
  const letters = new Tally('dead-letters', await countOf(client, 'es.dead_letters'))
  const parked = `select l.projection, l.key, case when l.stream_id is null then 'fila' else 'stream' end as what, count(*) as events, min(l.pos) as first
    from es.dead_letters l join es.subscriptions s using (generation) where s.state = 'live' group by 1, 2, 3 order by 1, 2`
  type Parked = { projection: string; key: string; what: string; events: number; first: number }
  await tallyOf<Parked>(client, letters, { sql: parked }, (row) => ({
    subject: `${row.projection} ${row.key}`,
    message: `${row.projection}, ${row.what} ${row.key}: ${row.events} ${row.events === 1 ? 'evento apartado' : 'eventos apartados'} desde la posición ${row.first}`,
  }))
  const astray = `select l.projection, l.key, case when l.stream_id is null then 'fila' else 'stream' end as what, min(l.pos) as first
    from es.dead_letters l left join es.subscriptions s using (generation)
    where s.generation is null or s.name <> l.projection group by 1, 2, 3 order by 1, 2`
  await tallyOf<Parked>(client, letters, { sql: astray }, (row) => ({
    subject: `${row.projection} ${row.key}`,
    message: `${row.projection}, ${row.what} ${row.key}: el evento ${row.first} está apartado de unas filas que no existen`,
  }))
  return [checkpoints, letters]
}

/**
 * Every reactor has a checkpoint, and none is behind an event that it evidently followed: the last with a queued job or
 * an append (`followed`).
 */
export async function verifyReactors(client: pg.ClientBase, followed: number): Promise<Tally[]> {
  const tally = new Tally('checkpoints')
  const { rows } = await client.query<{ name: string; pos: number }>(
    "select name, pos from es.subscriptions where kind = 'reactor' and state = 'live'",
  )
  const jobs = await client.query<{ last: number | null }>(
    `select max((data->'origin'->>'causation')::bigint) as last from job.job`,
  )
  const reached = Math.max(followed, jobs.rows[0]?.last ?? 0)
  for (const name of reactorNames) {
    const row = rows.find((one) => one.name === name)
    if (!row) tally.add(name, `${name}: no tiene fila en es.subscriptions, y lo que siga al registro no se haría`)
    else if (row.pos < reached)
      tally.add(name, `${name}: dice haber leído hasta ${row.pos}, y ya siguió al evento ${reached}: lo haría otra vez`)
  }
  return [tally]
}

/** Positions of skipped events. One skipped only somewhere still counts as parked elsewhere. */
export async function findSkipped(store: EventStore, client: pg.ClientBase): Promise<ReadonlySet<number>> {
  const skipped = new Set<number>()
  for (const name of [...projections.map((projection) => projection.name), ...reactorNames])
    for (const skip of await readSkips(store, name, client)) skipped.add(Number.parseInt(skip, 10))
  return skipped
}

type Pair = { name: string; live: number; kept: number; allowed: number | null }

/**
 * Compares kept rows with live ones, where one version of the code folded both to the same event. `wrong` names read
 * models whose live rows are wrong themselves.
 */
export async function verifyKeptRows(client: pg.ClientBase, wrong: ReadonlySet<string>): Promise<Tally[]> {
  // Ignores differences noted at the cut-over: only more is damage.
  const { rows } = await client.query<Pair>(
    `select l.name, l.generation as live, k.generation as kept, case when l.version = k.version and l.pos = k.pos
         and not exists (select from es.dead_letters d where d.generation in (l.generation, k.generation))
       then case k.state when 'ready' then 0 else k.differing end end as allowed
     from es.subscriptions l join es.subscriptions k using (name)
     where l.state = 'live' and k.state in ('kept', 'ready') and to_regclass(format('rm.%I', l.name || '__' || l.generation)) is not null
       and to_regclass(format('rm.%I', k.name || '__' || k.generation)) is not null order by 1, 3`,
  )
  const tallies: Tally[] = []
  for (const pair of rows) {
    const projection = projections.find(({ name }) => name === pair.name)
    if (projection && !wrong.has(pair.name)) tallies.push(await keptRows(client, projection, pair))
  }
  return [new Tally('kept-rows'), ...tallies]
}

async function keptRows(client: pg.ClientBase, projection: Projection, pair: Pair): Promise<Tally> {
  const { name, live, kept, allowed } = pair
  const table = tableOf({ name, generation: kept })
  const tally = new Tally('kept-rows')
  if (allowed === null) return tally
  tally.looked = await countOf(client, table)
  const differing = differingKeys(projection, [live, kept])
  const count = await countOf(client, `(${differing}) d`)
  if (count <= allowed) return tally
  return tallyOf<{ key: string }>(client, tally, { sql: `${differing} order by 1` }, ({ key }) => ({
    subject: `${table} ${key}`,
    message: `${name}, filas de antes (${table}): la fila ${key} no es como la que está en uso`,
  }))
}
