// Money goes back at the provider: how it is asked, and what a failure means for the shop.
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { Refund, RefundFailure } from '#backend/domain/payment/refund.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'

/** Final refusals; after any other error the refund may have been made. */
const refusals: readonly string[] = ['rejected_request', 'not_found']

/** error: for who has it tried again. */
export type GivenBack = { isDone: true } | ({ isDone: false; error: PaymentWalletError } & RefundFailure)

/** Asks the provider once; the same key never refunds twice. A failure is returned. */
export async function giveBack(
  { wallet }: PurchaseServices,
  paymentId: string,
  { refund, amountCents, attempt }: Refund,
): Promise<GivenBack> {
  const isWhole = refund === wholePayment
  const key = `refund:${paymentId}:${isWhole ? 'full' : refund}`
  // A request after a refusal needs a new key.
  const idempotencyKey = attempt === 1 ? key : `${key}:${attempt}`
  try {
    // Without an amount the provider gives back all that is left.
    await wallet.refund({ paymentId, idempotencyKey, ...(!isWhole && { amountCents }) })
    return { isDone: true }
  } catch (error) {
    if (!(error instanceof PaymentWalletError)) throw error
    const failure = refusals.includes(error.kind) ? 'refused' : 'unanswered'
    return { isDone: false, error, failure, detail: error.message }
  }
}
