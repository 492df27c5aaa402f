// An admin decides about a payment that was set aside, which is fetched anew first.
import { order } from '#backend/domain/order/order.ts'
import { movement } from '#backend/domain/payment/movement.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import type { PaymentFacts } from '#backend/domain/payment/payment-facts.ts'
import { isMovement, movementOf, paymentStreamId } from '#backend/domain/payment/payment-ids.limits.ts'
import type { Held } from '#backend/domain/payment/set-aside.ts'
import { heldOf } from '#backend/domain/payment/transfer-payment.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import type { PurchaseServices } from './purchase-services.ts'
import { refusalOf } from './reconciliation/provider-failure.ts'
import { followPayment, settlementOf, settlePayment } from './settle-payment.ts'

/** orderId: null for a payment that names no order, which none can be paid with. */
export type SetAsideDecision =
  | { orderId: number; paymentId: string; act: 'accept' | 'refund' | 'dismiss'; note: string }
  | { orderId: null; paymentId: string; act: 'refund' | 'dismiss'; note: string }

/**
 * accept: the payment counts for its order, as if it had fitted; refund: it goes back in full, by a job; dismiss: nothing is left to do. Each
 * once; a payment of no order is also given back again, or settled otherwise, once that was refused. Throws Rejection not_found,
 * payment_not_acceptable, out_of_stock if the units are gone, payment_unavailable if the provider can't be asked.
 */
export async function resolveSetAside(
  services: PurchaseServices,
  context: ShopContext,
  decision: SetAsideDecision,
): Promise<Pick<Handled<unknown>, 'position'>> {
  const { orderId, paymentId, act, note } = decision
  const { store } = services
  const about = { orderId, paymentId, note }
  const stream = paymentStreamId(decision)
  if (act === 'dismiss') return handleCommand(store, context, payment, stream, { type: 'DismissSetAside', ...about })
  const { state } = await loadState(store, payment, stream)
  if (!state.payments[paymentId]) throw new Rejection('not_found')
  const fetched = isMovement(paymentId) ? null : await fetchNow(services, context, paymentId)
  // Read after the payment, which a correction of the movement changes too: the append fails if one came between.
  const readHeld = async () => fetched ?? (await loadMovement(services, paymentId))
  if (act === 'refund' || orderId === null) {
    const refund = async () => ({ type: 'RefundSetAside', ...about, fetched: await readHeld() }) as const
    return handleCommand(store, context, payment, stream, refund)
  }
  try {
    const accepted = { orderId, paymentId, note, readHeld }
    return await transact(store, context, 'AcceptSetAside', (unit) => accept(unit, accepted))
  } catch (error) {
    if (error instanceof GuardRefused) throw new Rejection('out_of_stock')
    throw error
  }
}

async function loadMovement({ store }: PurchaseServices, paymentId: string): Promise<Held> {
  const { state } = await loadState(store, movement, movementOf(paymentId))
  if (!state) throw new Rejection('not_found')
  return heldOf(state)
}

async function fetchNow(services: PurchaseServices, context: ShopContext, paymentId: string): Promise<PaymentFacts> {
  const fetched = await services.wallet.getPayment(paymentId).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (!fetched) throw new Rejection('not_found')
  // Records a refund that the provider made meanwhile, whatever the admin wants.
  if (fetched.status !== 'approved') await settlePayment(services, context, fetched)
  return fetched
}

async function accept(
  unit: UnitOfWork<ShopLog>,
  { readHeld, ...of }: { orderId: number; paymentId: string; note: string; readHeld: () => Promise<Held> },
): Promise<void> {
  const placed = await unit.load(order, of.orderId)
  if (!placed.state) throw new Rejection('not_found')
  const before = await unit.load(payment, of.orderId)
  const { currency, status } = placed.state
  const about = { ...of, fetched: await readHeld(), currency, isOpen: settlementOf(status) === 'open' }
  const { state: after } = unit.decide(payment, before, { type: 'AcceptSetAside', ...about })
  await followPayment(unit, placed, of.paymentId, before.state, after)
}
