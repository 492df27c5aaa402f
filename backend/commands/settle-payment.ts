// Fetches a payment, compares it with its order and applies it once. Every payment moves its order by followPayment.
import { cart } from '#backend/domain/cart/cart.ts'
import { isPaidState, type OrderStatus } from '#backend/domain/order/order.limits.ts'
import { type Order, type OrderState, order } from '#backend/domain/order/order.ts'
import { type PaymentState, payment, type SettlementStatus } from '#backend/domain/payment/payment.ts'
import type { PaymentFacts } from '#backend/domain/payment/payment-facts.ts'
import { paymentStreamId } from '#backend/domain/payment/payment-ids.limits.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { type Loaded, loadStates } from '#backend/eventstore/commands/load-state.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import { endOrder } from './end-order.ts'
import type { PurchaseServices } from './purchase-services.ts'

/** Fetches and applies one payment. Throws PaymentWalletError. */
export async function learnPayment(services: PurchaseServices, context: ShopContext, paymentId: string): Promise<void> {
  const fetched = await services.wallet.getPayment(paymentId)
  if (fetched) await settlePayment(services, context, fetched)
}

/** Fetches and applies an order's payments, approved ones first: an earlier rejection must not release the hold. */
export async function reconcileOrder(
  services: PurchaseServices,
  context: ShopContext,
  reference: string,
): Promise<void> {
  const found = await services.wallet.findPayments(reference)
  const isApproved = (one: { status: string }) => Number(one.status === 'approved')
  const ordered = [...found].sort((a, b) => isApproved(b) - isApproved(a) || a.updatedAt.localeCompare(b.updatedAt))
  for (const fetched of ordered) await settlePayment(services, context, fetched)
}

/** Covers an outage of a day, twice. */
const changesBackMs = 48 * 3_600_000

/**
 * Applies recent provider changes that came without notice: refunds, and approved payments unknown to the shop, of
 * closed orders or none. Failures go to `report`.
 */
export async function reconcileChanges(
  services: PurchaseServices,
  context: ShopContext,
  report: (error: unknown) => void,
): Promise<void> {
  const changed = await services.wallet.findChanged(new Date(services.now().getTime() - changesBackMs))
  const counted = await countedOf(services, changed)
  const isNews = ({ paymentId, status, refundedCents }: PaymentFacts) =>
    refundedCents > 0 || status === 'charged_back' || (status === 'approved' && !counted.has(paymentId))
  for (const fetched of changed.filter(isNews)) await settlePayment(services, context, fetched).catch(report)
}

/** Payments that their orders know as approved, refunded or set aside, beyond mere tries. */
async function countedOf({ store }: PurchaseServices, changed: readonly PaymentFacts[]): Promise<Set<string>> {
  const orderIds = [...new Set(changed.map(orderIdOf))].filter((orderId) => orderId > 0)
  const loaded = await loadStates(store, payment, orderIds)
  const known = loaded.flatMap(({ state }) => Object.entries(state.payments))
  return new Set(known.flatMap(([id, { status }]) => (status === 'pending' || status === 'rejected' ? [] : [id])))
}

function orderIdOf({ reference }: PaymentFacts): number {
  return Number(/^(\d{1,12})-/.exec(reference)?.[1] ?? 0)
}

/** Applies a fetched payment, or sets it aside if it names no order; repeatable. */
export async function settlePayment(
  services: PurchaseServices,
  context: ShopContext,
  fetched: PaymentFacts,
): Promise<void> {
  const orderId = orderIdOf(fetched)
  // Records the provider as actor, not the shopper or the notice behind the fetch.
  const notified = { ...context, actor: 'provider' } as const
  const settle = (soldOut: boolean) =>
    transact(services.store, notified, 'RecordPayment', async (unit) => {
      const [placed, before] = await Promise.all([unit.load(order, orderId), unit.load(payment, orderId)])
      if (!placed.state) return false
      const { state: after } = unit.decide(payment, before, {
        type: 'RecordPayment',
        orderId,
        fetched,
        expected: { ...placed.state, amountCents: placed.state.totalCents, ...services.seller },
        settlement: settlementOf(placed.state.status),
        soldOut,
      })
      if (fetched.status === 'unknown' && !before.state.payments[fetched.paymentId]) tellOfUnknown(fetched, orderId)
      await followPayment(unit, placed, fetched.paymentId, before.state, after)
      return true
    })
  const { result: isOurs } = await orSoldOut(settle)
  if (!isOurs) await setAsideUnmatched(services, notified, fetched)
}

/** Tries again if the hold was over and the units are gone, so that the money goes back. */
export async function orSoldOut<Result>(settle: (soldOut: boolean) => Promise<Result>): Promise<Result> {
  try {
    return await settle(false)
  } catch (error) {
    if (!(error instanceof GuardRefused)) throw error
    return await settle(true)
  }
}

/** Sets an approved payment without an order aside for the staff. */
async function setAsideUnmatched(
  { store }: PurchaseServices,
  context: ShopContext,
  fetched: PaymentFacts,
): Promise<void> {
  const command = { type: 'RecordUnmatched', orderId: null, fetched } as const
  const stream = paymentStreamId({ orderId: null, paymentId: fetched.paymentId })
  await handleCommand(store, context, payment, stream, command)
}

/** Logs an unknown status, which counts as pending until somebody checks the money. */
function tellOfUnknown({ paymentId, statusDetail }: PaymentFacts, orderId: number): void {
  logWarning('payment in a state that the shop does not know', { paymentId, orderId, detail: statusDetail })
}

export function settlementOf(status: OrderStatus): SettlementStatus {
  if (isPaidState(status) || status === 'refunded') return 'settled'
  return status === 'cancelled' ? 'cancelled' : 'open'
}

/** Effects of a changed payment status on order, stock and cart. */
export async function followPayment(
  unit: UnitOfWork<ShopLog>,
  loaded: Loaded<OrderState, 'order'>,
  paymentId: string,
  before: PaymentState,
  after: PaymentState,
): Promise<void> {
  if (!loaded.state) return
  const placed = loaded as Loaded<Order, 'order'>
  const status = after.payments[paymentId]?.status
  if (status === before.payments[paymentId]?.status) return
  if (status === 'approved') await pay(unit, placed, paymentId)
  if (status === 'rejected') endOrder(unit, placed, { type: 'RejectOrder', paymentId })
  if (status === 'refunded') unit.decide(order, placed, { type: 'RefundOrder', paymentId })
}

async function pay(unit: UnitOfWork<ShopLog>, placed: Loaded<Order, 'order'>, paymentId: string): Promise<void> {
  const { orderId, userId, lines, status, transfer } = placed.state
  const { state: after } = unit.decide(order, placed, { type: 'PayOrder', paymentId })
  if (after?.status === status) return
  for (const line of lines) {
    // After the hold's end the units are taken anew; the guard refuses if they are gone.
    const held = status === 'placed' ? [] : [stockMove('StockHeld', orderId, line)]
    unit.record(`stock-${line.productId}`, [...held, stockMove('StockConsumed', orderId, line)])
  }
  const own = await unit.load(cart, userId)
  // An order by transfer took its lines when it was placed; equal ones are of another purchase.
  unit.decide(cart, own, { type: 'TakeOrdered', userId, orderId, lines: transfer ? [] : lines })
}
