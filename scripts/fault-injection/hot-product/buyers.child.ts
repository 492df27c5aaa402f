// Half of the buyers of a hot product, in a process on a slow network: all press 'Pagar' at once; successful ones
// pay, some twice.

import { expireOrder } from '#backend/commands/expire-order.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { recordRefund } from '#backend/commands/refunds/refund-payment.ts'
import { settlePayment } from '#backend/commands/settle-payment.ts'
import type { Order } from '#backend/domain/order/order.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { servicesOf } from '#scripts/fault-injection/load/carry-out.ts'
import { currency, seller } from '#scripts/fault-injection/load/command.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import type { Bought, Rush } from './rush.ts'

const context = { actor: 'operator', correlation: '00000000-0000-4000-8000-000000000000' } as const
const core = await openCoreUnderTest(process.argv[2] ?? '')
// Waiting for a connection would remove a buyer from the race.
core.pool.options.max = 24
const services = servicesOf(core)
const report = (error: unknown) => {
  throw error
}

/** Null if sold out. */
async function press(userId: number, { productId, priceCents }: Rush): Promise<Order | null> {
  const lines = [{ id: productId, quantity: 1, priceCents }]
  try {
    return (await placeOrder(services, context, userId, { totalCents: priceCents, lines })).result.state
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return null
  }
}

/** Every third payment comes twice; the second is refunded. */
async function pay({ orderId, reference, totalCents }: Order): Promise<number> {
  const ids = orderId % 3 === 0 ? [`${orderId}1`, `${orderId}2`] : [`${orderId}1`]
  const facts = {
    reference,
    amountCents: totalCents,
    currency,
    ...seller,
    status: 'approved',
    statusDetail: '',
  } as const
  for (const paymentId of ids) {
    const fetched = { ...facts, paymentId, refundedCents: 0, updatedAt: services.now().toISOString() }
    await Promise.all([settlePayment(services, context, fetched), settlePayment(services, context, fetched)])
  }
  await recordRefund(services, context, { orderId, paymentId: `${orderId}2`, refund: wholePayment })
  return ids.length
}

async function rush(asked: Rush): Promise<Bought> {
  const pressed = await Promise.all(asked.buyers.map((userId) => press(userId, asked)))
  const placed = pressed.filter((order) => order !== null)
  const payments = await Promise.all(placed.map(pay))
  // A hold that expires while its order is being paid.
  await Promise.all(placed.map(({ orderId }) => expireOrder(services, context, orderId, report)))
  return { orders: placed.map(({ orderId }) => orderId), payments: payments.reduce((sum, count) => sum + count, 0) }
}

process.on('disconnect', () => process.exit())
process.on('message', (asked: Rush) => {
  void rush(asked).then(
    (bought) => process.send?.(bought),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})
process.send?.('ready')
