import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import {
  aheadOf,
  type PartitionReport,
  readDivision,
  reportPartitions,
} from '#backend/eventstore/log/partitions/partitions.ts'

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

/** `read` fills the gauges, or empties them if the database doesn't answer. */
export function logGauges(registry: Registry, pool: pg.Pool): { read(): Promise<void> } {
  const gauge: NewGauge = (name, help, ...labelNames) =>
    new Gauge({ name: `gamertech_${name}`, help, labelNames, registers: [registry] })
  const isUp = gauge('database_up', '1 while the database answers this process')
  const head = gauge('log_position', 'Position of the last event')
  const partitions = partitionGauges(gauge)
  const subscriptions = subscriptionGauges(gauge)
  const letters = gauge('dead_letters', 'Events that a projection could not apply', 'projection', 'generation', 'state')
  const jobs = gauge(
    'jobs',
    'Jobs by state; active and failed as of the last look of the queue, at most a minute ago',
    'name',
    'state',
  )

  function fill(shared: Shared): void {
    head.set(shared.head)
    subscriptions.fill(shared.subscriptions)
    for (const { projection, generation, state, events } of shared.letters)
      letters.set({ projection, generation, state }, events)
    for (const row of shared.jobs) jobs.set({ name: row.name, state: row.state }, row.jobs)
  }

  return {
    async read() {
      const query = pool.query<Shared>({ name: 'es.metrics', text: sharedQuery })
      const asked = [query, reportPartitions(pool), readDivision(pool)] as const
      const [shared, reported, division = null] = await Promise.all(asked).catch(() => [])
      for (const one of [head, ...subscriptions.all, letters, jobs]) one.reset()
      partitions.fill(reported ?? [], division)
      isUp.set(shared ? 1 : 0)
      if (shared) fill(shared.rows[0] as Shared)
    },
  }
}

type NewGauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => Gauge<Label>

function partitionGauges(gauge: NewGauge) {
  const ahead = gauge('log_partitions_ahead', 'Empty partitions ahead of the log; two, or absent while it is one table')
  const which = ['partition', 'state', 'first', 'upto', 'tablespace'] as const
  const bytes = gauge('log_partition_bytes', 'What a partition of the log takes, with its indexes', ...which)
  const unfinished = gauge('log_division', '1 while `partitions begin` works, or has left something behind', 'state')
  return {
    fill(partitions: readonly PartitionReport[], division: 'underway' | 'left' | null): void {
      bytes.reset()
      unfinished.reset()
      if (division) unfinished.set({ state: division }, 1)
      for (const { name: partition, bytes: taken, state, first, upto, tablespace } of partitions)
        bytes.set({ partition, state, first: first ?? '', upto: upto ?? '', tablespace }, taken)
      const count = aheadOf(partitions)
      if (count === null) ahead.remove()
      else ahead.set(count)
    },
  }
}

function subscriptionGauges(gauge: NewGauge) {
  const reader = ['name', 'generation', 'state', 'kind'] as const
  const position = gauge('subscription_position', 'Position a subscription has read up to', ...reader)
  const lag = gauge('subscription_lag_events', 'Events a subscription has not read yet', ...reader)
  const age = gauge('subscription_lag_seconds', 'Age of the oldest event a subscription has not read', ...reader)
  const paused = gauge('subscription_paused', '1 while an operator holds a subscription', ...reader)
  const progress = gauge(
    'rebuild_position',
    'Position a generation under construction has folded',
    'name',
    'generation',
  )
  const target = gauge('rebuild_target', 'Position it has to reach', 'name', 'generation')
  return {
    all: [position, lag, age, paused, progress, target],
    fill(rows: readonly SubscriptionRow[]): void {
      for (const row of rows) {
        const labels = { name: row.name, generation: row.generation, state: row.state, kind: row.kind }
        position.set(labels, row.pos)
        lag.set(labels, row.lag)
        age.set(labels, row.age ?? 0)
        paused.set(labels, Number(row.paused))
        if (row.state !== 'building') continue
        progress.set({ name: row.name, generation: row.generation }, row.progress)
        target.set({ name: row.name, generation: row.generation }, row.target)
      }
    },
  }
}
