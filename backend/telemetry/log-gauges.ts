import type pg from 'pg'
import { aheadOf, listPartitions, type Partition, readDivision } from '#backend/eventstore/log/partitions/partitions.ts'
import type { gaugesIn } from './readings.ts'

type SubscriptionRow = {
  name: string
  generation: number
  state: string
  kind: string
  paused: boolean
  pos: number
  progress: number
  target: number
  lag: number
  age: number | null
}
type Shared = {
  head: number
  subscriptions: SubscriptionRow[]
  letters: { projection: string; generation: number; state: string; events: number }[]
  jobs: { name: string; state: string; jobs: number }[]
}

const sharedQuery = `with head as (select coalesce(max(pos), 0) as pos from es.events),
  subscriptions as (
    select s.name, s.generation, s.state, s.kind, s.paused, s.pos, s.progress, s.target, head.pos - s.pos as lag,
      extract(epoch from clock_timestamp() - e.at)::float8 as age
    from es.subscriptions s cross join head left join es.events e on e.pos = s.pos + 1),
  letters as (
    select l.projection, s.generation, s.state, count(*) as events
    from es.dead_letters l join es.subscriptions s using (generation) group by 1, 2, 3),
  jobs as (
    select name, state::text, count(*) as jobs from job.job where state < 'active' and not blocked group by 1, 2
    union all select name, 'active', active_count from job.queue
    union all select name, 'failed', failed_count from job.queue)
  select (select pos from head) as head,
    coalesce((select json_agg(s) from subscriptions s), '[]') as subscriptions,
    coalesce((select json_agg(l) from letters l), '[]') as letters,
    coalesce((select json_agg(j) from jobs j), '[]') as jobs`

type Look = Shared & { partitions: readonly Partition[]; division: 'underway' | 'left' | null }
type Gauges = ReturnType<typeof gaugesIn>

/** `read` looks at the database; the gauges show the last look, and are left out if it failed. */
export function logGauges(gauges: Gauges, pool: pg.Pool): { read(): Promise<void> } {
  let last: Look | undefined
  const look = () => last
  gauges.gauge('database_up', '1 while the database answers this process', () => (last ? 1 : 0))
  gauges.gauge('log_position', 'Position of the last event', () => last?.head)
  const letters = 'Events that a projection could not apply'
  gauges.gauges('dead_letters', letters, ['projection', 'generation', 'state'], () =>
    (last?.letters ?? []).map(({ events, ...labels }) => [labels, events]),
  )
  const jobs = 'Jobs by state; active and failed as of the last look of the queue, at most a minute ago'
  gauges.gauges('jobs', jobs, ['name', 'state'], () => (last?.jobs ?? []).map(({ jobs, ...labels }) => [labels, jobs]))
  partitionGauges(gauges, look)
  subscriptionGauges(gauges, look)
  return {
    async read() {
      last = await lookAt(pool).catch(() => undefined)
    },
  }
}

async function lookAt(pool: pg.Pool): Promise<Look> {
  const query = pool.query<Shared>({ name: 'es.metrics', text: sharedQuery })
  const [{ rows }, partitions, division] = await Promise.all([query, listPartitions(pool), readDivision(pool)])
  return { ...(rows[0] as Shared), partitions, division }
}

function partitionGauges({ gauge, gauges }: Gauges, look: () => Look | undefined): void {
  const ahead = 'Empty partitions ahead of the log; two, or absent while it is one table'
  gauge('log_partitions_ahead', ahead, () => aheadOf(look()?.partitions ?? []) ?? undefined)
  const which = ['partition', 'state', 'first', 'upto', 'tablespace']
  gauges('log_partition_bytes', 'What a partition of the log takes, with its indexes', which, () =>
    (look()?.partitions ?? []).map(({ name: partition, bytes, state, first, upto, tablespace }) => [
      { partition, state, first: first ?? '', upto: upto ?? '', tablespace },
      bytes,
    ]),
  )
  const division = '1 while `partitions begin` works, or has left something behind'
  gauges('log_division', division, ['state'], () => {
    const state = look()?.division
    return state ? [[{ state }, 1]] : []
  })
}

function subscriptionGauges({ gauges }: Gauges, look: () => Look | undefined): void {
  const each = (name: string, help: string, read: (row: SubscriptionRow) => number) =>
    gauges(`subscription_${name}`, help, ['name', 'generation', 'state', 'kind'], () =>
      (look()?.subscriptions ?? []).map((row) => {
        const { name, generation, state, kind } = row
        return [{ name, generation, state, kind }, read(row)]
      }),
    )
  each('position', 'Position a subscription has read up to', ({ pos }) => pos)
  each('lag_events', 'Events a subscription has not read yet', ({ lag }) => lag)
  each('lag_seconds', 'Age of the oldest event a subscription has not read', ({ age }) => age ?? 0)
  each('paused', '1 while an operator holds a subscription', ({ paused }) => Number(paused))
  const rebuild = (name: string, help: string, read: (row: SubscriptionRow) => number) =>
    gauges(`rebuild_${name}`, help, ['name', 'generation'], () =>
      (look()?.subscriptions ?? [])
        .filter(({ state }) => state === 'building')
        .map((row) => [{ name: row.name, generation: row.generation }, read(row)]),
    )
  rebuild('position', 'Position a generation under construction has folded', ({ progress }) => progress)
  rebuild('target', 'Position it has to reach', ({ target }) => target)
}
