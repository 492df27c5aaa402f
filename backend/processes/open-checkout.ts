// The provider's checkout for a placed order: asked for once, with a key that makes a repeat harmless.

import { type Order, order } from '#backend/domain/order/order.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { type CommandContext, handleCommand, UnitOfWork } from '#backend/eventstore/handle-command.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import type { Checkout } from './checkout.ts'
import { endOrderNow } from './end-order.ts'

export type OpenedCheckout = { order: Order; preferenceId: string; initPoint: string; position: number }

/**
 * Answers the preference of a placed order, asking the provider where there is none yet. Where the provider cannot be asked,
 * the order is cancelled, so that no stock stays held, and Rejection payment_unavailable is thrown.
 */
export async function openCheckout(
  checkout: Checkout,
  context: CommandContext,
  orderId: number,
): Promise<OpenedCheckout> {
  const unit = new UnitOfWork(checkout.store)
  const { state: placed } = await unit.load(order, orderId)
  const { state: known } = await unit.load(payment, orderId)
  if (!placed) throw new Rejection('not_found')
  if (known.preferenceId && known.initPoint)
    return { order: placed, preferenceId: known.preferenceId, initPoint: known.initPoint, position: unit.seen }
  const created = await create(checkout, placed).catch(async (error: unknown) => {
    if (!(error instanceof PaymentWalletError)) throw error
    await endOrderNow(checkout, context, orderId, { type: 'CancelOrder', reason: 'provider_unavailable' })
    throw new Rejection('payment_unavailable')
  })
  const { position } = await handleCommand(checkout.store, context, payment, orderId, {
    type: 'AddPreference',
    orderId,
    ...created,
  })
  return { order: placed, ...created, position }
}

function create(checkout: Checkout, placed: Order) {
  const back = (page: string) => `${checkout.publicUrl}/payment/${page}?order=${placed.orderId}`
  return checkout.wallet.createCheckout({
    orderId: placed.orderId,
    reference: placed.reference,
    title: 'Tu compra en GamerTech',
    amountCents: placed.totalCents,
    currency: placed.currency,
    expiresAt: new Date(placed.holdUntil),
    backUrls: { success: back('success'), failure: back('failure'), pending: back('success') },
    notificationUrl: `${checkout.publicUrl}/api/payment/webhook`,
    idempotencyKey: `pref:${placed.reference}`,
  })
}
