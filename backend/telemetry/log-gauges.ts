import type pg from 'pg'
import { aheadOf, listPartitions, readDivision } from '#backend/eventstore/log/partitions/partitions.ts'
import { lookAtSubscriptions } from '#backend/eventstore/subscriptions/subscription-status.ts'
import { readQueueState } from '#backend/jobs/queue-state.ts'
import type { gaugesIn } from './readings.ts'

type Subscription = Awaited<ReturnType<typeof lookAtSubscriptions>>[number]
type Look = Awaited<ReturnType<typeof lookAt>>
type Gauges = ReturnType<typeof gaugesIn>

/** `read` looks at the database; the gauges show the last look, and are left out if it failed. */
export function logGauges(gauges: Gauges, pool: pg.Pool): { read(): Promise<void> } {
  let last: Look | undefined
  const look = () => last
  gauges.gauge('database_up', '1 while the database answers this process', () => (last ? 1 : 0))
  gauges.gauge('log_position', 'Position of the last event', () => last?.head)
  const letters = 'Events that a projection could not apply'
  gauges.gauges('dead_letters', letters, ['projection', 'generation', 'state'], () =>
    (last?.subscriptions ?? [])
      .filter(({ parked }) => parked > 0)
      .map(({ name: projection, generation, state, parked }) => [{ projection, generation, state }, parked]),
  )
  const jobs = 'Jobs by state; active and failed as of the last look of the queue, at most a minute ago'
  gauges.gauges('jobs', jobs, ['name', 'state'], () =>
    (last?.queues ?? []).flatMap(({ name, waiting: created, retrying: retry, active, failed }) =>
      Object.entries({ created, retry, active, failed }).map(([state, count]) => [{ name, state }, count] as const),
    ),
  )
  partitionGauges(gauges, look)
  subscriptionGauges(gauges, look)
  return {
    async read() {
      last = await lookAt(pool).catch(() => undefined)
    },
  }
}

async function lookAt(pool: pg.Pool) {
  const [head, subscriptions, { queues }, partitions, division] = await Promise.all([
    pool.query<{ pos: number }>('select coalesce(max(pos), 0) as pos from es.events'),
    lookAtSubscriptions(pool),
    readQueueState(pool),
    listPartitions(pool),
    readDivision(pool),
  ])
  return { head: head.rows[0]?.pos, subscriptions, queues, partitions, division }
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
  const each = (name: string, help: string, read: (row: Subscription) => number) =>
    gauges(`subscription_${name}`, help, ['name', 'generation', 'state', 'kind'], () =>
      (look()?.subscriptions ?? []).map((row) => {
        const { name, generation, state, kind } = row
        return [{ name, generation, state, kind }, read(row)]
      }),
    )
  each('position', 'Position a subscription has read up to', ({ position }) => position)
  each('lag_events', 'Events a subscription has not read yet', ({ lag }) => lag)
  each('lag_seconds', 'Age of the oldest event a subscription has not read', ({ lagSeconds }) => lagSeconds)
  each('paused', '1 while an operator holds a subscription', ({ paused }) => Number(paused))
  const rebuild = (name: string, help: string, read: (row: Subscription) => number) =>
    gauges(`rebuild_${name}`, help, ['name', 'generation'], () =>
      (look()?.subscriptions ?? [])
        .filter(({ state }) => state === 'building')
        .map((row) => [{ name: row.name, generation: row.generation }, read(row)]),
    )
  rebuild('position', 'Position a generation under construction has folded', ({ position }) => position)
  rebuild('target', 'Position it has to reach', ({ target }) => target)
}
