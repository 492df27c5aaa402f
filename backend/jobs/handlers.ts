// Job handlers: one call each, idempotent.
import { randomUUID } from 'node:crypto'
import { requestPasswordReset } from '#backend/commands/account/password-reset.ts'
import { endTransfers } from '#backend/commands/end-order.ts'
import { expireOrder } from '#backend/commands/expire-order.ts'
import { closeCheckout } from '#backend/commands/open-checkout.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { roundsOfOpenOrders } from '#backend/commands/reconciliation/reconcile-orders.ts'
import { refundPayment } from '#backend/commands/refunds/refund-payment.ts'
import { learnPayment, reconcileChanges } from '#backend/commands/settle-payment.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { currentScope } from '#backend/telemetry/request-context.ts'
import type { JobHandlers, JobName, JobOrigin } from './queue.ts'
import { type MailParts, mailHandlers } from './send-mails.ts'

type Round = Parameters<typeof roundsOfOpenOrders>[0]
type Parts = MailParts & {
  db: Round['db']
  accounts: Parameters<typeof requestPasswordReset>[0]['accounts']
  services: PurchaseServices
  forget: (userId: number) => Promise<void>
  operate: (workId: string) => Promise<void>
  runBatch: (batchId: string) => Promise<void>
  report: (error: unknown) => void
}

export function jobHandlers(parts: Parts): JobHandlers {
  const { services, forget, operate, runBatch, report } = parts
  const round = roundsOfOpenOrders(parts)
  return {
    'expire-order': ({ orderId }, origin) => expireOrder(services, as('expire-order', origin), orderId, report),
    'learn-payment': ({ paymentId }, origin) => learnPayment(services, as('learn-payment', origin), paymentId),
    'refund-payment': (of, origin) => refundPayment(services, as('refund-payment', origin), of),
    ...mailHandlers(parts),
    'request-password-reset': (request, origin) =>
      requestPasswordReset(parts, { ...as('request-password-reset', origin), actor: 'visitor' }, request),
    'forget-person': ({ userId }) => forget(userId),
    'end-transfers': ({ userId }, origin) => endTransfers(services, as('end-transfers', origin), userId),
    'run-operation': ({ workId }) => operate(workId),
    'run-batch': ({ batchId }) => runBatch(batchId),
    'close-checkout': ({ orderId }) => closeCheckout(services, orderId),
    'reconcile-refunds': () => reconcileChanges(services, as('reconcile-refunds'), report),
    'reconcile-payments': () => round(as('reconcile-payments')),
  }
}

function as(job: JobName, origin?: JobOrigin): ShopContext {
  return { actor: `job:${job}`, ...(origin ?? { correlation: currentScope()?.correlation ?? randomUUID() }) }
}
