// Checks the job queue: a job for each order with held units, and the scheduled jobs.
import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { schedules } from '#backend/jobs/queue.ts'
import { Tally } from './finding.ts'
import { tallyOf } from './one-moment.ts'

/** `open` lists orders that await payment. `client` has a snapshot. */
export async function verifyJobs(client: pg.ClientBase, open: readonly number[]): Promise<Tally[]> {
  const tally = new Tally('jobs', open.length + Object.keys(schedules).length)
  const freeing = `
    select 'order-' || id as subject, format('orden %s: aparta unidades, y falta el trabajo que las libera', id) as message
    from es.events e join es.subscriptions s on s.name = 'jobs' and s.state = 'live' and s.pos >= e.pos, lateral (select (e.data->>'orderId')::bigint as id) o
    where e.stream_id = any($1) and e.version = 1 and (e.data->>'holdUntil')::timestamptz > clock_timestamp()
      and not exists (select from es.dead_letters d where d.generation = s.generation and d.stream_id = e.stream_id)
      and id <> all (array(
        select (data->>'orderId')::bigint from job.job where name = 'expire-order' and state not in ('completed', 'cancelled')))
    order by id`
  await tallyOf(client, tally, freeing, [open.map((id) => streamUuid(shopLog, `order-${id}`))])
  // A database that never started a queue has neither.
  const unscheduled = `
    select q.name as subject, format('trabajo %s: no está en la agenda (%s)', q.name, w.cron) as message
    from job.queue q join json_each_text($1) w(name, cron) on w.name = q.name
    where not exists (select from job.schedule s where s.name = q.name and s.cron = w.cron) order by 1`
  return [await tallyOf(client, tally, unscheduled, [JSON.stringify(schedules)])]
}
