// Reads the log and enqueues the resulting jobs in the transaction that moves its checkpoint: the log is the outbox.
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { Reactor } from '#backend/eventstore/subscriptions/subscription.ts'
import { jobId } from '#backend/jobs/job-id.ts'
import type { JobOrigin, JobQueue, NewJob } from '#backend/jobs/queue.ts'
import { whenMoneyWentBackTellBuyer } from './orders/when-money-went-back-tell-buyer.ts'
import { whenOrderEndsCloseCheckout } from './orders/when-order-ends-close-checkout.ts'
import { whenOrderIsUnpaidTellBuyer } from './orders/when-order-is-unpaid-tell-buyer.ts'
import { whenOrderMovesTellBuyer } from './orders/when-order-moves-tell-buyer.ts'
import { whenWithdrawalRequestedSendCode } from './orders/when-withdrawal-requested-send-code.ts'
import type { AnyPolicy } from './policy.ts'
import { whenGoogleLinkedTellThem } from './when-google-linked-tell-them.ts'
import { whenOrderPaidSendReceipt } from './when-order-paid-send-receipt.ts'
import { whenOrderPlacedExpireLater } from './when-order-placed-expire-later.ts'
import { whenPasswordChangedTellThem } from './when-password-changed-tell-them.ts'
import { whenPasswordResetRequestedSendLink } from './when-password-reset-requested-send-link.ts'
import { whenPaymentNotifiedLearnIt } from './when-payment-notified-learn-it.ts'
import { whenRefundRequestedRefund } from './when-refund-requested-refund.ts'
import { whenRoleChangesTellThem } from './when-role-changes-tell-them.ts'
import { whenUserBannedTellThem } from './when-user-banned-tell-them.ts'
import { whenUserErasedForgetThem } from './when-user-erased-forget-them.ts'
import { whenUserRegisteredWelcomeThem } from './when-user-registered-welcome-them.ts'
import { whenUserReinstatedTellThem } from './when-user-reinstated-tell-them.ts'

const policies: readonly AnyPolicy[] = [
  whenOrderPlacedExpireLater,
  whenPaymentNotifiedLearnIt,
  ...whenRefundRequestedRefund,
  whenOrderPaidSendReceipt,
  ...whenOrderMovesTellBuyer,
  ...whenMoneyWentBackTellBuyer,
  ...whenOrderEndsCloseCheckout,
  ...whenOrderIsUnpaidTellBuyer,
  whenWithdrawalRequestedSendCode,
  whenUserErasedForgetThem,
  whenUserRegisteredWelcomeThem,
  whenUserBannedTellThem,
  whenUserReinstatedTellThem,
  ...whenRoleChangesTellThem,
  whenPasswordResetRequestedSendLink,
  whenPasswordChangedTellThem,
  whenGoogleLinkedTellThem,
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
        .filter((policy) => policy.on === event.type)
        .flatMap((policy) => policy.jobs(event as never))
        .map((job, index) => ({ ...job, id: jobId(event.position, index), origin: originOf(event) })),
    enqueue: (client, jobs) => queue.insert(client, jobs),
  }
}

function originOf({ position, meta: { correlation, traceparent } }: RecordedEvent): JobOrigin {
  return { correlation, causation: position, ...(traceparent !== undefined && { traceparent }) }
}
