// The work that a log leaves to be done: what was under way when it was written goes on, what is past does not happen again.
import type pg from 'pg'
import { storedColumns } from '#backend/audit/event-view.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import type { Core } from '#backend/shop.ts'
import { logError } from '#backend/telemetry/log.ts'

/**
 * The reactor goes on at the end of the log, so that nobody gets the receipts of years again. Orders that are still open, payments
 * whose notice was not followed, refunds that were asked for and what is to be forgotten of the erased get their jobs, with the ids they would have had. Returns how many events.
 */
export async function resumeWork(core: Core, client: pg.ClientBase, head: number): Promise<number> {
  const { rows } = await client.query<StoredEvent>(unfinished)
  const queue = new JobQueue(core.pool, (error) => logError('job queue', error))
  const reactor = jobReactor(queue)
  await queue.start()
  try {
    const events = await core.store.codec.decode(rows, { unseal: false })
    await reactor.enqueue(
      client,
      // Nobody is written to about what was before: a mail that waited is not sent.
      events.flatMap((event) => reactor.react(event)).filter(({ name }) => !name.startsWith('send-')),
    )
  } finally {
    await queue.stop()
  }
  const moved = await client.query('update es.subscriptions set pos = $2, epoch = epoch + 1 where name = $1', [
    reactor.name,
    head,
  ])
  if (moved.rowCount === 0)
    await client.query("insert into es.subscriptions (name, kind, version, pos) values ($1, 'reactor', 1, $2)", [
      reactor.name,
      head,
    ])
  return rows.length
}

/** One select a kind, so that each is answered by joining whole sets and not event by event. */
const unfinished = `
  with named as materialized (
    select e.*, t.name, e.data->>'paymentId' as payment from es.events e join es.event_types t on t.id = e.type
    where t.name in ('OrderPlaced', 'UserErased', 'PaymentNotified', 'RefundRequested',
      'PaymentPending', 'PaymentApproved', 'PaymentRejected', 'PaymentSetAside', 'PaymentRefunded', 'UnmatchedPaymentFound'))
  select ${storedColumns} from named where name = 'UserErased'
  union all select ${storedColumns} from named n where name = 'OrderPlaced'
    and not exists (select from es.streams s where s.id = n.stream_id and s.version > n.version)
  union all select ${storedColumns} from named n where name = 'RefundRequested'
    and not exists (select from named done where done.name = 'PaymentRefunded' and done.payment = n.payment)
  union all select ${storedColumns} from named n where name = 'PaymentNotified'
    and not exists (select from named known where known.name <> 'PaymentNotified' and known.payment = n.payment)
  order by pos`
