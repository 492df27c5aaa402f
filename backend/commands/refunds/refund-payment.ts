// A refund that was asked for: made at the provider by a job, recorded, asked for again or settled otherwise where it is refused.
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { followPayment, learnPayment } from '#backend/commands/settle-payment.ts'
import { order } from '#backend/domain/order/order.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { paymentStreamId, wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { Refund, RefundId } from '#backend/domain/payment/refund.ts'
import { isOnItsWay } from '#backend/domain/payment/refund-state.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import type { ShopContext } from '#backend/shop-store.ts'

/**
 * Sends money back at the provider and records it, or that it is refused; repeating it refunds once. Without a clear answer it notes that and
 * throws, to be tried again under the same key.
 */
export async function refundPayment(services: PurchaseServices, context: ShopContext, of: RefundId): Promise<void> {
  const { paymentId } = of
  const { state } = await loadState(services.store, payment, paymentStreamId(of))
  const refund = state.payments[paymentId]?.refunds.find((one) => one.refund === of.refund)
  if (!refund || !isOnItsWay(refund)) return
  const error = await giveBack(services, paymentId, refund)
  if (!error) return void (await recordRefund(services, context, of))
  const failure = refusals.includes(error.kind) ? 'refused' : 'unanswered'
  const said = { attempt: refund.attempt, failure, detail: error.message } as const
  const failed = { type: 'RecordRefundFailure', ...of, ...said } as const
  await handleCommand(services.store, context, payment, paymentStreamId(of), failed)
  if (failure === 'unanswered') throw error
  // It may be refused because it was given back in the provider's own panel, and the books are compared with what that says.
  await learnPayment(services, context, paymentId)
}

/** Final refusals; after any other error the refund may have been made. */
const refusals: readonly string[] = ['rejected_request', 'not_found']

/** Asks the provider once; the same key never refunds twice. Returns a failure. */
async function giveBack(
  { wallet }: PurchaseServices,
  paymentId: string,
  { refund, amountCents, attempt }: Refund,
): Promise<PaymentWalletError | undefined> {
  const isWhole = refund === wholePayment
  const key = `refund:${paymentId}:${isWhole ? 'full' : refund}`
  // The provider answers a known key as before, so a try after a refusal needs a new one.
  const idempotencyKey = attempt === 1 ? key : `${key}:${attempt}`
  try {
    // Without an amount the provider gives back all that is left.
    await wallet.refund({ paymentId, idempotencyKey, ...(!isWhole && { amountCents }) })
    return undefined
  } catch (error) {
    if (!(error instanceof PaymentWalletError)) throw error
    return error
  }
}

/** Records that a refund was made at the provider: an order follows once all of the payment it stands on is back. */
export function recordRefund(
  { store }: Pick<PurchaseServices, 'store'>,
  context: ShopContext,
  of: RefundId,
): Promise<Handled<void>> {
  const { orderId, paymentId, refund } = of
  return transact(store, context, 'RecordRefund', async (unit) => {
    const before = await unit.load(payment, paymentStreamId(of))
    const placed = orderId === null ? null : await unit.load(order, orderId)
    const { state: after } = unit.decide(payment, before, { type: 'RecordRefund', orderId, paymentId, refund })
    if (placed) await followPayment(unit, placed, paymentId, before.state, after)
  })
}

/** A refund of an order as the panel names it: a part by its number, a whole payment by its id. */
type NamedRefund = { orderId: number; refund?: number | undefined; paymentId?: string | undefined }

/**
 * Asks the provider again for a refund that it refused or didn't answer, or notes how the staff settled it otherwise.
 * Throws Rejection not_found, payment_not_acceptable, order_not_open, refund_too_large.
 */
export async function decideRefund(
  { store }: Pick<PurchaseServices, 'store'>,
  context: ShopContext,
  named: NamedRefund,
  decision: { type: 'RetryRefund' } | { type: 'DismissRefund'; note: string },
): Promise<Handled<unknown>> {
  return handleCommand(store, context, payment, named.orderId, { ...decision, ...(await idOf(store, named)) })
}

/** Parts are of the payment that the order was paid with. */
async function idOf(
  store: PurchaseServices['store'],
  { orderId, refund = wholePayment, paymentId }: NamedRefund,
): Promise<RefundId> {
  if (paymentId !== undefined) return { orderId, paymentId, refund: wholePayment }
  const { state } = await loadState(store, order, orderId)
  if (!state?.paidBy) throw new Rejection('not_found')
  return { orderId, paymentId: state.paidBy, refund }
}
