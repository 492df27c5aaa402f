// Reads the log and enqueues the resulting jobs in the transaction that moves its checkpoint: the log is the outbox.
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { Reactor } from '#backend/eventstore/subscriptions/subscription.ts'
import { jobId } from '#backend/jobs/job-id.ts'
import type { JobOrigin, JobQueue, NewJob } from '#backend/jobs/queue.ts'
import type { AnyPolicy } from './policy.ts'
import { whenAccountChangesTellThem } from './when-account-changes-tell-them.ts'
import { whenBankAccountChangesTellAdmins } from './when-bank-account-changes-tell-admins.ts'
import { whenMoneyWentBackTellBuyer } from './when-money-went-back-tell-buyer.ts'
import { whenOrderEndsCloseCheckout } from './when-order-ends-close-checkout.ts'
import { whenOrderMovesTellBuyer, whenStaffCancelTellBuyer } from './when-order-moves-tell-buyer.ts'
import { whenOrderPaidSendReceipt } from './when-order-paid-send-receipt.ts'
import { whenOrderPlacedExpireLater } from './when-order-placed-expire-later.ts'
import { whenOrderPlacedTellBuyer } from './when-order-placed-tell-buyer.ts'
import { whenPaymentNotifiedLearnIt } from './when-payment-notified-learn-it.ts'
import { whenRefundRequestedRefund } from './when-refund-requested-refund.ts'
import { whenReviewAnsweredTellAuthor } from './when-review-answered-tell-author.ts'
import { whenTransferGoesBackTellBuyer } from './when-transfer-goes-back-tell-buyer.ts'
import { whenUserBannedEndTransfers, whenUserErasedForgetThem } from './when-user-goes.ts'

const policies: readonly AnyPolicy[] = [
  whenOrderPlacedExpireLater,
  whenOrderPlacedTellBuyer,
  whenPaymentNotifiedLearnIt,
  ...whenRefundRequestedRefund,
  whenTransferGoesBackTellBuyer,
  whenOrderPaidSendReceipt,
  ...whenOrderMovesTellBuyer,
  whenStaffCancelTellBuyer,
  ...whenMoneyWentBackTellBuyer,
  ...whenOrderEndsCloseCheckout,
  whenReviewAnsweredTellAuthor,
  whenUserBannedEndTransfers,
  whenUserErasedForgetThem,
  ...whenAccountChangesTellThem,
  whenBankAccountChangesTellAdmins,
]

const name = 'jobs'
/** Every reactor with a checkpoint. */
export const reactorNames: readonly string[] = [name]

type PolicyJob = NewJob & { id: string; origin: JobOrigin }

export function jobReactor(queue: Pick<JobQueue, 'insert'>): Reactor<PolicyJob> {
  return {
    name,
    eventTypes: policies.map((policy) => policy.on),
    react: (event) =>
      policies
        .filter(({ on, ofDemoToo }) => on === event.type && (ofDemoToo || !isOfDemo(event)))
        .flatMap((policy) => policy.jobs(event as never))
        .map((job, index) => ({ ...job, id: jobId(event.position, index), origin: originOf(event) })),
    enqueue: (client, jobs) => queue.insert(client, jobs),
  }
}

/** By its actor, or by its correlation if a person of the demo acts. */
function isOfDemo({ meta: { actor, correlation } }: RecordedEvent): boolean {
  return actor === 'demo' || correlation.startsWith('demo:')
}

function originOf({ position, meta: { correlation, traceparent } }: RecordedEvent): JobOrigin {
  return { correlation, causation: position, ...(traceparent !== undefined && { traceparent }) }
}
