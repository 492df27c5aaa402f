// What each job does: shallow, one call each, harmless when repeated.
import { randomUUID } from 'node:crypto'
import { expireOrder } from '#backend/commands/expire-order.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { learnPayment, reconcileOrder, refundPayment } from '#backend/commands/settle-payment.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { type Mailer, MailerError } from '#backend/gateways/mailer/mailer.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findOrder, listOpenCheckouts, listOverdueOrders } from '#backend/readmodels/orders/orders.queries.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import { currentScope } from '#backend/telemetry/request-context.ts'
import type { JobHandlers, JobName, JobOrigin } from './queue.ts'
import { receiptMail } from './receipt.ts'

type Parts = {
  services: PurchaseServices
  db: Database
  /** Destroys what is left of an erased person. */
  forget: (userId: number) => Promise<void>
  mailer: Mailer
  report: (error: unknown) => void
}

export function jobHandlers(parts: Parts): JobHandlers {
  const { services, db, forget, report } = parts
  const expire = (context: CommandContext<ShopActor>, orderId: number) =>
    expireOrder(services, context, orderId, report)
  return {
    'expire-order': ({ orderId }, origin) => expire(as('expire-order', origin), orderId),
    'learn-payment': ({ paymentId }, origin) => learnPayment(services, as('learn-payment', origin), paymentId),
    'refund-payment': ({ orderId, paymentId }, origin) =>
      refundPayment(services, as('refund-payment', origin), orderId, paymentId),
    'send-receipt': ({ orderId }) => sendReceipt(parts, orderId),
    'forget-person': ({ userId }) => forget(userId),
    'reconcile-payments': async () => {
      const context = as('reconcile-payments')
      for (const { reference } of await listOpenCheckouts(db, services.now()))
        await reconcileOrder(services, context, reference).catch(report)
      for (const orderId of await listOverdueOrders(db, services.now())) await expire(context, orderId).catch(report)
    },
  }
}

async function sendReceipt({ services, db, mailer }: Parts, orderId: number): Promise<void> {
  const paid = await findOrder(db, orderId)
  // The read model may be a moment behind the event that asked for the mail: the job is tried again.
  if (paid?.state === 'placed') throw new Error(`order ${orderId} does not show as paid yet`)
  const buyer = paid && (await findUser(db, paid.userId))
  if (paid?.state !== 'paid' || !buyer?.email) return
  await mailer.send(receiptMail(paid, buyer, services.publicUrl)).catch((error: unknown) => {
    if (!(error instanceof MailerError) || error.kind !== 'refused') throw error
    // Another try would end the same way.
    logWarning('receipt refused for good', { orderId, detail: error.message })
  })
}

function as(job: JobName, origin?: JobOrigin): CommandContext<ShopActor> {
  return { actor: `job:${job}`, ...(origin ?? { correlation: currentScope()?.correlation ?? randomUUID() }) }
}
