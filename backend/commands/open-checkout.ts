// The provider's checkout of a placed order, requested with an idempotency key.
import { type Order, order } from '#backend/domain/order/order.ts'
import { type PaymentState, payment } from '#backend/domain/payment/payment.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { endOrder } from './end-order.ts'
import type { PlacedOrder } from './place-order.ts'
import type { PurchaseServices } from './purchase-services.ts'
import { refusalOf } from './reconciliation/provider-failure.ts'

type Preference = { preferenceId: string; initPoint: string }
export type OpenedCheckout = Preference & { order: Order }

/**
 * Returns the order's preference, creating it if necessary. Skips reading only for an order that 'Pagar' has just
 * placed. If the provider fails, cancels the order to release its stock. Throws Rejection order_not_open or
 * payment_unavailable.
 */
export async function openCheckout(
  services: PurchaseServices,
  context: ShopContext,
  { result: placed, appended: isNew }: Pick<Handled<PlacedOrder>, 'result' | 'appended'>,
): Promise<OpenedCheckout> {
  const { state } = placed
  if (!isNew) {
    const { state: known } = await loadState(services.store, payment, state.orderId)
    const preference = preferenceOf(known)
    if (preference) return { order: state, ...preference }
  }
  const created = await create(services, state).catch((error: unknown) =>
    giveUp(services, context, state.orderId, error),
  )
  const { result } = await keep(services, context, placed, isNew, created)
  return { order: state, ...result }
}

function keep(
  services: PurchaseServices,
  context: ShopContext,
  asPlaced: PlacedOrder,
  isNew: boolean,
  created: Preference,
) {
  const { orderId } = asPlaced.state
  return transact(services.store, context, 'AddPreference', async (unit) => {
    const isUnread = isNew && unit.attempt === 1
    const [known, placed] = isUnread ? [unit.absent(payment, orderId), asPlaced] : await loadBoth(unit, orderId)
    const earlier = preferenceOf(known.state)
    if (earlier) return earlier
    if (placed.state?.status !== 'placed') throw new Rejection('order_not_open', { state: placed.state?.status })
    unit.decide(payment, known, { type: 'AddPreference', orderId, ...created })
    unit.unchanged(placed)
    return created
  })
}

function loadBoth(unit: UnitOfWork<ShopLog>, orderId: number) {
  return Promise.all([unit.load(payment, orderId), unit.load(order, orderId)])
}

/** Cancels the order after a provider failure, unless another press of 'Pagar' got a preference. */
async function giveUp(
  services: PurchaseServices,
  context: ShopContext,
  orderId: number,
  error: unknown,
): Promise<Preference> {
  const refusal = refusalOf(error)
  if (refusal === error) throw error
  const { result } = await transact(services.store, context, 'CancelOrder', async (unit) => {
    const [known, placed] = await loadBoth(unit, orderId)
    const earlier = preferenceOf(known.state)
    if (earlier || placed.state?.status !== 'placed') return earlier
    endOrder(unit, placed, { type: 'CancelOrder', reason: 'provider_unavailable', now: services.now() })
    unit.unchanged(known)
    return null
  })
  if (result) return result
  throw refusal
}

export async function closeCheckout(services: PurchaseServices, orderId: number): Promise<void> {
  const [placed, known] = await Promise.all([
    loadState(services.store, order, orderId),
    loadState(services.store, payment, orderId),
  ])
  const status = placed.state?.status
  const preferenceId = known.state.preferenceId
  if (!preferenceId || (status !== 'cancelled' && status !== 'expired')) return
  await services.wallet.closeCheckout(preferenceId)
}

function preferenceOf({ preferenceId, initPoint }: PaymentState): Preference | null {
  return preferenceId && initPoint ? { preferenceId, initPoint } : null
}

function create(services: PurchaseServices, placed: Order) {
  const back = (page: string) => `${services.publicUrl}/payment/${page}?order=${placed.orderId}`
  return services.wallet.createCheckout({
    orderId: placed.orderId,
    reference: placed.reference,
    title: 'Tu compra en GamerTech',
    amountCents: placed.totalCents,
    shippingCents: placed.shipping?.priceCents ?? 0,
    currency: placed.currency,
    expiresAt: new Date(placed.holdUntil),
    backUrls: { success: back('success'), failure: back('failure'), pending: back('success') },
    notificationUrl: `${services.publicUrl}/api/payment/webhook`,
    idempotencyKey: `pref:${placed.reference}`,
  })
}
