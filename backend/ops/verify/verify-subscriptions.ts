import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { differingRows } from '#backend/eventstore/projections/differing-rows.ts'
import { tableOf } from '#backend/eventstore/projections/generation.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { schedules } from '#backend/jobs/queue.ts'
import { reactorNames } from '#backend/policies/job-reactor.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { Tally } from './finding.ts'
import { addWrong, countOf, type SqlCheck } from './one-moment.ts'

const ahead = `
    select name as subject, format('%s: dice haber leído hasta %s, y el registro va por %s', name, pos, head) as message
    from es.subscriptions, (select coalesce(max(pos), 0) as head from es.events) e where pos > head order by 1`
const still = `
    select name as subject, case when epoch = highest_epoch then format('%s: está en pausa, y nadie la alimenta: resume %1$s la sigue', name)
      else format('%s: su época es %s, y ya fue %s: un proceso que la perdió movería su avance', name, epoch, highest_epoch) end as message
    from es.subscriptions where (paused and state = 'live') or epoch <> highest_epoch order by 1`
const what = "case when l.stream_id is null then 'fila' else 'stream' end"
const parked = `
    select l.projection || ' ' || l.key as subject, format('%s, %s %s: %s desde la posición %s', l.projection, ${what}, l.key,
      case count(*) when 1 then '1 evento apartado' else count(*) || ' eventos apartados' end, min(l.pos)) as message
    from es.dead_letters l join es.subscriptions s using (generation) where s.state = 'live' group by l.projection, l.key, ${what} order by 1`
const astray = `
    select l.projection || ' ' || l.key as subject, format('%s, %s %s: el evento %s está apartado de unas filas que no existen', l.projection, ${what}, l.key, min(l.pos)) as message
    from es.dead_letters l left join es.subscriptions s using (generation)
    where s.generation is null or s.name <> l.projection group by l.projection, l.key, ${what} order by 1`

/** No checkpoint is past the head, paused, or of a former epoch; dead letters belong to existing rows. */
export const subscriptionChecks: readonly SqlCheck[] = [
  { check: 'checkpoints', counted: 'es.subscriptions', wrong: ahead },
  { check: 'checkpoints', wrong: still },
  { check: 'dead-letters', counted: 'es.dead_letters', wrong: parked },
  { check: 'dead-letters', wrong: astray },
]

/**
 * Every reactor has a checkpoint, and none is behind an event that it evidently followed: the last with a queued job or
 * an append (`followed`).
 */
export const reactorCheck = (followed: number): SqlCheck => ({
  check: 'checkpoints',
  wrong: `
    select name as subject, case when s.pos is null then format('%s: no tiene fila en es.subscriptions, y lo que siga al registro no se haría', name)
      else format('%s: dice haber leído hasta %s, y ya siguió al evento %s: lo haría otra vez', name, s.pos, reached) end as message
    from unnest($1::text[]) r(name) left join (select * from es.subscriptions where kind = 'reactor' and state = 'live') s using (name),
      (select greatest($2::bigint, max((data->'origin'->>'causation')::bigint)) as reached from job.job) j
    where s.pos is null or s.pos < reached`,
  values: [reactorNames, followed],
})

const freeing = `
    select 'order-' || id as subject, format('orden %s: aparta unidades, y falta el trabajo que las libera', id) as message
    from es.events e join es.subscriptions s on s.name = 'jobs' and s.state = 'live' and s.pos >= e.pos, lateral (select (e.data->>'orderId')::bigint as id) o
    where e.stream_id = any($1) and e.version = 1 and (e.data->>'holdUntil')::timestamptz > clock_timestamp()
      and not exists (select from es.dead_letters d where d.generation = s.generation and d.stream_id = e.stream_id)
      and id <> all (array(
        select (data->>'orderId')::bigint from job.job where name = 'expire-order' and state not in ('completed', 'cancelled')))
    order by id`
/** A database that never started a queue has neither. */
const unscheduled = `
    select q.name as subject, format('trabajo %s: no está en la agenda (%s)', q.name, w.cron) as message
    from job.queue q join json_each_text($1) w(name, cron) on w.name = q.name
    where not exists (select from job.schedule s where s.name = q.name and s.cron = w.cron) order by 1`

/** A job for each order with held units, and the scheduled jobs. `open` lists orders that await payment. */
export const jobChecks = (open: readonly number[]): readonly SqlCheck[] => [
  { check: 'jobs', wrong: freeing, values: [open.map((id) => streamUuid(shopLog, `order-${id}`))] },
  { check: 'jobs', wrong: unscheduled, values: [JSON.stringify(schedules)] },
]

/** Positions of skipped events. One skipped only somewhere still counts as parked elsewhere. */
export async function findSkipped(store: EventStore, client: pg.ClientBase): Promise<ReadonlySet<number>> {
  const skipped = new Set<number>()
  for (const name of [...projections.map((projection) => projection.name), ...reactorNames])
    for (const skip of await readSkips(store, name, client)) skipped.add(Number.parseInt(skip, 10))
  return skipped
}

type Pair = { name: string; live: number; kept: number; allowed: number }

/**
 * Compares kept rows with live ones, where one version of the code folded both to the same event. `wrong` names read
 * models whose live rows are wrong themselves.
 */
export async function verifyKeptRows(client: pg.ClientBase, wrong: ReadonlySet<string>, tally: Tally): Promise<void> {
  // Ignores differences noted at the cut-over: only more is damage.
  const { rows } = await client.query<Pair>(
    `select l.name, l.generation as live, k.generation as kept, case k.state when 'ready' then 0 else k.differing end as allowed
     from es.subscriptions l join es.subscriptions k using (name, version, pos)
     where l.state = 'live' and k.state in ('kept', 'ready') and (k.state = 'ready' or k.differing is not null)
       and not exists (select from es.dead_letters d where d.generation in (l.generation, k.generation))
       and to_regclass(format('rm.%I', l.name || '__' || l.generation)) is not null
       and to_regclass(format('rm.%I', k.name || '__' || k.generation)) is not null order by 1, 3`,
  )
  for (const pair of rows) {
    const projection = projections.find(({ name }) => name === pair.name)
    if (projection && !wrong.has(pair.name)) await verifyPair(client, projection, pair, tally)
  }
}

async function verifyPair(
  client: pg.ClientBase,
  projection: Projection,
  { name, live, kept, allowed }: Pair,
  tally: Tally,
): Promise<void> {
  const table = tableOf({ name, generation: kept })
  tally.looked += await countOf(client, table)
  const differing = differingRows(projection, tableOf({ name, generation: live }), table)
  if ((await countOf(client, `(${differing}) d`)) <= allowed) return
  const sentence = '%s, filas de antes (%s): la fila %s no es como la que está en uso'
  const rows = `
    select $1::text || ' ' || key as subject, format('${sentence}', $2::text, $1::text, key) as message
    from (${differing}) d order by key`
  await addWrong(client, tally, rows, [table, name])
}
