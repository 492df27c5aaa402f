// A payment goes back as a whole: made at the provider by a job, recorded, and asked for again or settled otherwise where it is refused.

import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { followPayment, learnPayment } from '#backend/commands/settle-payment.ts'
import { order } from '#backend/domain/order/order.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import { fullRefundKey, giveBack } from './give-back.ts'

type OfPayment = { orderId: number; paymentId: string }

/**
 * Sends a payment back at the provider and records it, or that it is refused; repeating it refunds once. Without a clear answer it notes that
 * and throws, to be tried again under the same key.
 */
export async function refundPayment(
  services: PurchaseServices,
  context: CommandContext<ShopActor>,
  { orderId, paymentId }: OfPayment,
): Promise<void> {
  const { state } = await loadState(services.store, payment, orderId)
  const known = state.payments[paymentId]
  if (known?.status !== 'refund_requested' || known.refund?.state === 'refused') return
  const idempotencyKey = fullRefundKey(paymentId, known.refund?.attempt ?? 1)
  const given = await giveBack(services, { paymentId, idempotencyKey })
  if (given.isDone) return void (await recordRefund(services, context, orderId, paymentId))
  const { failure, detail, error } = given
  await handleCommand(services.store, context, payment, orderId, {
    type: 'RecordFullRefundFailure',
    orderId,
    paymentId,
    failure,
    detail,
  })
  if (failure === 'unanswered') throw error
  // It may be refused because it was given back in the provider's own panel.
  await learnPayment(services, context, paymentId)
}

/** Records that a requested refund was made: the order follows if this payment was the one it stood on. */
export function recordRefund(
  services: Pick<PurchaseServices, 'store'>,
  context: CommandContext<ShopActor>,
  orderId: number,
  paymentId: string,
) {
  return transact(services.store, context, 'RecordRefund', async (unit) => {
    const before = await unit.load(payment, orderId)
    const placed = await unit.load(order, orderId)
    const after = unit.decide(payment, before, { type: 'RecordRefund', orderId, paymentId })
    await followPayment(unit, placed, paymentId, before.state, after)
  })
}

/** Asks again for a whole payment that the provider refused or did not answer. Throws Rejection not_found or payment_not_acceptable. */
export function retryFullRefund(
  { store }: Pick<PurchaseServices, 'store'>,
  context: CommandContext<ShopActor>,
  of: OfPayment,
): Promise<Handled<unknown>> {
  return handleCommand(store, context, payment, of.orderId, { type: 'RetryFullRefund', ...of })
}

/** Notes how a whole payment was settled that the provider will not give back. Throws Rejection not_found or payment_not_acceptable. */
export function dismissFullRefund(
  { store }: Pick<PurchaseServices, 'store'>,
  context: CommandContext<ShopActor>,
  about: OfPayment & { note: string },
): Promise<Handled<unknown>> {
  return handleCommand(store, context, payment, about.orderId, { type: 'DismissFullRefund', ...about })
}
