// Resumes an imported log's unfinished work, without repeating finished work.
import type pg from 'pg'
import { storedColumns } from '#backend/audit/event-view.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventIn } from '#backend/eventstore/definition/log-definition.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { readEvents } from '#backend/ops/inspect/read-events.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import type { Core } from '#backend/shop.ts'
import { logError } from '#backend/telemetry/log.ts'

type EventName = EventIn<ShopLog>['type']

/**
 * Moves the reactor to the head, so that nobody gets old receipts again. Enqueues jobs for open orders, unfollowed
 * payment notices, unfinished refunds (under their original keys) and erasures, with their original ids. Returns the
 * number of events.
 */
export async function resumeWork(core: Core, client: pg.ClientBase, head: number): Promise<number> {
  const events = await readEvents(core.store, client, unfinished)
  const queue = new JobQueue(core.pool, (error) => logError('job queue', error))
  const reactor = jobReactor(queue)
  await queue.start()
  try {
    await reactor.enqueue(
      client,
      // Sends no mails about events before the import.
      events.flatMap((event) => reactor.react(event)).filter(({ name }) => !name.startsWith('send-')),
    )
  } finally {
    await queue.stop()
  }
  const place = [reactor.name, head]
  const moved = await client.query('update es.subscriptions set pos = $2, epoch = epoch + 1 where name = $1', place)
  if (moved.rowCount === 0)
    await client.query("insert into es.subscriptions (name, kind, version, pos) values ($1, 'reactor', 1, $2)", place)
  return events.length
}

/** Events that ask for a refund, and events that end one: made, refused, or dismissed. */
const asksForRefund: readonly EventName[] = ['RefundRequested', 'RefundRetried']
const endsRefund: readonly EventName[] = ['PaymentRefunded', 'RefundRefused', 'RefundDismissed']
const tellsOfPayment: readonly EventName[] = [
  ...(['PaymentPending', 'PaymentApproved', 'PaymentRejected', 'PaymentSetAside', 'UnmatchedPaymentFound'] as const),
]

const quoted = (names: readonly EventName[]) => names.map((name) => `'${name}'`).join(', ')

/** One select per kind joins whole sets. A refund's last event decides; partial ones count within their payment. */
const unfinished = `
  with named as materialized (
    select e.*, t.name, e.data->>'paymentId' as payment, e.data->>'refund' as refund
    from es.events e join es.event_types t on t.id = e.type
    where t.name in ('OrderPlaced', 'ShippingAdded', 'UserErased', 'PaymentNotified',
      ${quoted([...asksForRefund, ...endsRefund, ...tellsOfPayment])})),
  refunds as (
    select distinct on (stream_id, payment, refund) * from named
    where name in (${quoted([...asksForRefund, ...endsRefund])}) order by stream_id, payment, refund, pos desc)
  select ${storedColumns} from named where name = 'UserErased'
  union all select ${storedColumns} from named n where name = 'OrderPlaced'
    and not exists (select from es.streams s left join named a on a.name = 'ShippingAdded' and a.stream_id = s.id
      where s.id = n.stream_id and s.version > coalesce(a.version, n.version))
  union all select ${storedColumns} from refunds where name in (${quoted(asksForRefund)})
  union all select ${storedColumns} from named n where name = 'PaymentNotified'
    and not exists (select from named known where known.name <> 'PaymentNotified' and known.payment = n.payment)
  order by pos`
