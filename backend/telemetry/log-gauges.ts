import type pg from 'pg'
import { aheadOf, listPartitions, readDivision } from '#backend/eventstore/log/partitions/partitions.ts'
import { lookAtSubscriptions } from '#backend/eventstore/subscriptions/subscription-status.ts'
import { readQueueState } from '#backend/jobs/queue-state.ts'
import { type Readings, type Series, sole } from './readings.ts'

type Subscription = Awaited<ReturnType<typeof lookAtSubscriptions>>[number]
type Look = Awaited<ReturnType<typeof lookAt>>
type Seen = (name: string, help: string, labelNames: readonly string[], read: (look: Look) => Series) => void

/** `read` looks at the database; the gauges show the last look, and are left out if it failed. */
export function logGauges({ gauge, gauges }: Readings, pool: pg.Pool): { read(): Promise<void> } {
  let last: Look | undefined
  const seen: Seen = (name, help, labelNames, read) => gauges(name, help, labelNames, () => (last ? read(last) : []))
  gauge('database_up', '1 while the database answers this process', () => (last ? 1 : 0))
  seen('log_position', 'Position of the last event', [], ({ head }) => sole(head))
  const jobs = 'Jobs by state; active and failed as of the last look of the queue, at most a minute ago'
  seen('jobs', jobs, ['name', 'state'], ({ queues }) =>
    queues.flatMap(({ name, waiting: created, retrying: retry, active, failed }) =>
      Object.entries({ created, retry, active, failed }).map(([state, count]) => [{ name, state }, count] as const),
    ),
  )
  const letters = 'Events that a projection could not apply'
  seen('dead_letters', letters, ['projection', 'generation', 'state'], ({ subscriptions }) =>
    subscriptions
      .filter(({ parked }) => parked > 0)
      .map(({ name: projection, generation, state, parked }) => [{ projection, generation, state }, parked]),
  )
  partitionGauges(seen)
  subscriptionGauges(seen)
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

function partitionGauges(seen: Seen): void {
  const ahead = 'Empty partitions ahead of the log; two, or absent while it is one table'
  seen('log_partitions_ahead', ahead, [], ({ partitions }) => sole(aheadOf(partitions)))
  const which = ['partition', 'state', 'first', 'upto', 'tablespace']
  seen('log_partition_bytes', 'What a partition of the log takes, with its indexes', which, ({ partitions }) =>
    partitions.map(({ name: partition, bytes, state, first, upto, tablespace }) => [
      { partition, state, first: first ?? '', upto: upto ?? '', tablespace },
      bytes,
    ]),
  )
  const division = '1 while `partitions begin` works, or has left something behind'
  seen('log_division', division, ['state'], ({ division: state }) => (state ? [[{ state }, 1]] : []))
}

function subscriptionGauges(seen: Seen): void {
  const labelNames = ['name', 'generation', 'state', 'kind']
  const each = (name: string, help: string, read: (row: Subscription) => number) =>
    seen(`subscription_${name}`, help, labelNames, ({ subscriptions }) =>
      subscriptions.map((row) => {
        const { name, generation, state, kind } = row
        return [{ name, generation, state, kind }, read(row)]
      }),
    )
  each('position', 'Position a subscription has read up to', ({ position }) => position)
  each('lag_events', 'Events a subscription has not read yet', ({ lag }) => lag)
  each('lag_seconds', 'Age of the oldest event a subscription has not read', ({ lagSeconds }) => lagSeconds)
  each('paused', '1 while an operator holds a subscription', ({ paused }) => Number(paused))
  const rebuild = (name: string, help: string, read: (row: Subscription) => number) =>
    seen(`rebuild_${name}`, help, ['name', 'generation'], ({ subscriptions }) =>
      subscriptions
        .filter(({ state }) => state === 'building')
        .map((row) => [{ name: row.name, generation: row.generation }, read(row)]),
    )
  rebuild('position', 'Position a generation under construction has folded', ({ position }) => position)
  rebuild('target', 'Position it has to reach', ({ target }) => target)
}
