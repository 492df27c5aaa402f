// An admin deals with a payment that was set aside: it is fetched anew, so that what is decided is about what the provider has now.

import { order } from '#backend/domain/order/order.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import type { PaymentFacts } from '#backend/domain/payment/payment-facts.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { transact } from '#backend/eventstore/commands/transact.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import type { PurchaseServices } from './purchase-services.ts'
import { refusalOf } from './reconciliation/provider-failure.ts'
import { followPayment, settlePayment, standingOf } from './settle-payment.ts'

export type SetAsideDecision = { paymentId: string; act: 'accept' | 'refund' | 'dismiss'; note: string }

/**
 * accept: the payment counts for its order, as if it had fitted; refund: it goes back in full, by a job; dismiss: nothing is left to do. Each
 * once. Throws Rejection not_found, payment_not_acceptable, out_of_stock if the units are gone, payment_unavailable if the provider cannot be
 * asked.
 */
export async function resolveSetAside(
  services: PurchaseServices,
  context: CommandContext<ShopActor>,
  orderId: number,
  { paymentId, act, note }: SetAsideDecision,
): Promise<Pick<Handled<unknown>, 'position'>> {
  const { store } = services
  const about = { orderId, paymentId, note }
  if (act === 'dismiss') return handleCommand(store, context, payment, orderId, { type: 'DismissSetAside', ...about })
  const fetched = await fetchNow(services, paymentId)
  // What the provider gave back meanwhile is dealt with, whatever is wanted now.
  if (fetched.status !== 'approved') await settlePayment(services, context, fetched)
  if (act === 'refund')
    return handleCommand(store, context, payment, orderId, { type: 'RefundSetAside', ...about, fetched })
  try {
    return await accept(services, context, { ...about, fetched })
  } catch (error) {
    if (error instanceof GuardRefused) throw new Rejection('out_of_stock')
    throw error
  }
}

async function fetchNow({ wallet }: PurchaseServices, paymentId: string): Promise<PaymentFacts> {
  const fetched = await wallet.getPayment(paymentId).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (!fetched) throw new Rejection('not_found')
  return fetched
}

function accept(
  { store }: PurchaseServices,
  context: CommandContext<ShopActor>,
  about: { orderId: number; paymentId: string; note: string; fetched: PaymentFacts },
): Promise<Handled<void>> {
  const { orderId, paymentId } = about
  return transact(store, context, 'AcceptSetAside', async (unit) => {
    const placed = await unit.load(order, orderId)
    if (!placed.state) throw new Rejection('not_found')
    const before = await unit.load(payment, orderId)
    const { currency, status } = placed.state
    const isOpen = standingOf(status) === 'open'
    const after = unit.decide(payment, before, { type: 'AcceptSetAside', ...about, currency, isOpen })
    await followPayment(unit, placed, paymentId, before.state, after)
  })
}
