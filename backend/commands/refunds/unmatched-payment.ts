// Money that came in for no order of the shop: set aside where the staff sees it, given back or settled otherwise.

import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { refusalOf } from '#backend/commands/reconciliation/provider-failure.ts'
import type { PaymentFacts } from '#backend/domain/payment/payment-facts.ts'
import { unmatched } from '#backend/domain/payment/unmatched.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { fullRefundKey, giveBack } from './give-back.ts'

/** Records what the provider says of a payment that names no order; only one that was approved is set aside. Returns the position to wait for. */
export async function recordUnmatched(
  { store }: Pick<PurchaseServices, 'store'>,
  context: CommandContext<ShopActor>,
  fetched: PaymentFacts,
): Promise<number> {
  const { position } = await handleCommand(store, context, unmatched, fetched.paymentId, {
    type: 'RecordUnmatched',
    fetched,
  })
  return position
}

export type UnmatchedDecision = { paymentId: string; act: 'refund' | 'dismiss'; note: string }

/**
 * refund: it goes back in full, by a job, again if that was refused or not answered; dismiss: nothing is left to do. Throws Rejection
 * not_found, payment_not_acceptable, payment_unavailable if the provider cannot be asked.
 */
export async function resolveUnmatched(
  services: PurchaseServices,
  context: CommandContext<ShopActor>,
  { paymentId, act, note }: UnmatchedDecision,
): Promise<Pick<Handled<unknown>, 'position'>> {
  const { store } = services
  const decided = (command: Parameters<typeof unmatched.decide>[1]) =>
    handleCommand(store, context, unmatched, paymentId, command)
  if (act === 'dismiss') return decided({ type: 'DismissUnmatched', paymentId, note })
  if (!(await loadState(store, unmatched, paymentId)).state) throw new Rejection('not_found')
  const fetched = await services.wallet.getPayment(paymentId).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (!fetched) throw new Rejection('not_found')
  // What the provider gave back meanwhile is dealt with, whatever is wanted now.
  if (fetched.status !== 'approved') await recordUnmatched(services, { ...context, actor: 'provider' }, fetched)
  return decided({ type: 'RefundUnmatched', fetched, note })
}

/**
 * Sends a payment of no order back at the provider and records it, or that it is refused; repeating it refunds once. Without a clear answer
 * it notes that and throws, to be tried again under the same key.
 */
export async function refundUnmatched(
  services: PurchaseServices,
  context: CommandContext<ShopActor>,
  paymentId: string,
): Promise<void> {
  const { store } = services
  const { state } = await loadState(store, unmatched, paymentId)
  if (state?.status !== 'refund_requested' || state.refund?.state === 'refused') return
  const idempotencyKey = fullRefundKey(paymentId, state.refund?.attempt ?? 1)
  const given = await giveBack(services, { paymentId, idempotencyKey })
  if (given.isDone) {
    await handleCommand(store, context, unmatched, paymentId, { type: 'RecordUnmatchedRefund', paymentId })
    return
  }
  const { failure, detail, error } = given
  await handleCommand(store, context, unmatched, paymentId, {
    type: 'RecordUnmatchedFailure',
    paymentId,
    failure,
    detail,
  })
  if (failure === 'unanswered') throw error
  // It may be refused because it was given back in the provider's own panel.
  const fetched = await services.wallet.getPayment(paymentId)
  if (fetched) await recordUnmatched(services, context, fetched)
}
