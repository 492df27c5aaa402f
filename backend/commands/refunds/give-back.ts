// Money goes back at the provider: what a failure means for the shop.

import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import type { RefundFailure } from '#backend/domain/payment/full-refund.ts'
import { PaymentWalletError, type RefundRequest } from '#backend/gateways/payment-wallet/payment-wallet.ts'

/** What the provider refuses for good; anything else may have been made all the same. */
const refusals: readonly string[] = ['rejected_request', 'not_found']

/** error: for who has it tried again. */
export type GivenBack = { isDone: true } | ({ isDone: false; error: PaymentWalletError } & RefundFailure)

/** Asks the provider once; the same key never refunds twice. A failure is returned. */
export async function giveBack({ wallet }: PurchaseServices, request: RefundRequest): Promise<GivenBack> {
  try {
    await wallet.refund(request)
    return { isDone: true }
  } catch (error) {
    if (!(error instanceof PaymentWalletError)) throw error
    const failure = refusals.includes(error.kind) ? 'refused' : 'unanswered'
    return { isDone: false, error, failure, detail: error.message }
  }
}

/** The key of a request to give all of a payment back: what was refused is asked for under another. attempt: from 1. */
export function fullRefundKey(paymentId: string, attempt: number): string {
  return attempt === 1 ? `refund:${paymentId}:full` : `refund:${paymentId}:full:${attempt}`
}
