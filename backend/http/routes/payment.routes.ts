import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { notifyPayment } from '#backend/commands/notify-payment.ts'
import { openCheckout } from '#backend/commands/open-checkout.ts'
import { type PlacedOrder, placeOrder } from '#backend/commands/place-order.ts'
import { freeingOverdue } from '#backend/commands/reconciliation/overdue-holds.ts'
import { tellOperator } from '#backend/commands/reconciliation/provider-failure.ts'
import { learnPayment, reconcileOrder } from '#backend/commands/settle-payment.ts'
import { tidyAddress } from '#backend/domain/address.limits.ts'
import { echoedCents, toDecimal } from '#backend/domain/money.ts'
import { readTaxId } from '#backend/domain/order/invoice.limits.ts'
import { orderDetailAnswer } from '#backend/domain/order/order.contract.ts'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import { type Order, order } from '#backend/domain/order/order.ts'
import type { Difference } from '#backend/domain/order/quote.ts'
import { paymentReturn, preferenceAnswer, preferenceRequest } from '#backend/domain/payment/payment.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { ApiProblem, wrongField } from '#backend/http/middleware/problems.ts'
import { limitUnsigned, networkOf } from '#backend/http/middleware/rate-limit.ts'
import { findOrder, findReference } from '#backend/readmodels/orders/orders.queries.ts'
import { findOwnCart } from './own-cart.ts'

const calls = {
  config: {
    does: 'What the browser needs of the payment provider.',
    returns: z.object({ publicKey: z.string(), scriptUrl: z.string() }),
  },
  pay: {
    does: "Places an order of the caller's cart at the server's prices, holds its stock and opens the payment.",
    returns: preferenceAnswer,
    refuses: [
      ...(['cart_empty', 'cart_changed', 'stale_total', 'out_of_stock', 'payment_unavailable'] as const),
      ...(['checkout_paused', 'first_purchase_limit', 'too_many_held'] as const),
    ],
    rate: 'checkout',
  },
  transfer: {
    does: "Places an order of the caller's cart that is paid by bank transfer, with its discount; the cart is empty then.",
    returns: preferenceAnswer.omit({ id: true, initPoint: true }),
    refuses: [
      ...(['cart_empty', 'cart_changed', 'stale_total', 'out_of_stock', 'transfer_unavailable'] as const),
      ...(['transfer_limit', 'checkout_paused', 'first_purchase_limit', 'too_many_held'] as const),
    ],
    rate: 'checkout',
  },
  return: {
    does: 'The order after the way back from the provider, who is asked.',
    returns: orderDetailAnswer,
    refuses: ['not_found'],
    rate: 'paymentReturn',
  },
  webhook: {
    does: "The provider's signed notice.",
    returns: z.object({ received: z.boolean() }),
    refuses: ['validation', 'bad_signature', 'too_many_requests'],
  },
} satisfies Record<string, Call>

/** Notices and the return page are public, and believed only if the provider confirms. */
export const paymentRoutes = new Hono<ApiEnv>()
  .get('/config', allow('public', calls.config), (c) => c.json(c.var.shop.browser, 200))
  .post('/create_preference', allow('user', calls.pay, { json: preferenceRequest }), async (c) => {
    const placed = await placeOwnOrder(c, c.req.valid('json'), { byTransfer: false })
    const opened = await openCheckout(c.var.shop.services, commandContext(c), placed)
    const { order, preferenceId: id, initPoint } = opened
    return c.json({ id, initPoint, ...placedView(order) }, 200)
  })
  .post('/transfer', allow('user', calls.transfer, { json: preferenceRequest }), async (c) => {
    const { result } = await placeOwnOrder(c, c.req.valid('json'), { byTransfer: true })
    return c.json(placedView(result.state), 200)
  })
  .post('/return', allow('user', calls.return, { json: paymentReturn }), async (c) => {
    const { db, services } = c.var.shop
    const { orderId, paymentId } = c.req.valid('json')
    const known = await findOrder(db, orderId, services.now())
    if (known?.userId !== c.get('session').userId) throw await refusalOf(c, orderId)
    if (isPaidState(known.state)) return c.json(known, 200)
    const learn = paymentId
      ? learnPayment(services, commandContext(c), paymentId)
      : reconcileOrder(services, commandContext(c), (await findReference(db, orderId)) ?? '')
    // Without an answer the order is shown unchanged, and jobs keep asking.
    await learn.catch((error: unknown) => {
      if (!(error instanceof PaymentWalletError)) throw error
      tellOperator(error)
    })
    return c.json((await findOrder(db, orderId, services.now())) ?? known, 200)
  })
  .post('/webhook', allow('provider', calls.webhook), async (c) => {
    const { store, wallet, now } = c.var.shop.services
    const body: unknown = await c.req.json().catch(() => null)
    const query = c.req.query()
    const notice = wallet.parseNotification({ query, body })
    if (notice.kind !== 'payment') await limitUnsigned(c)
    if (notice.kind === 'malformed')
      throw wrongField(notice.field, 'invalid', 'Falta, o no es lo que trae un aviso de pago.')
    if (notice.kind === 'forged') throw new ApiProblem('bad_signature')
    if (notice.kind !== 'payment') return c.json({ received: true }, 200)
    const verdict = wallet.verifyNotification({
      xSignature: c.req.header('x-signature'),
      xRequestId: c.req.header('x-request-id'),
      dataId: query['data.id'],
      now: now(),
    })
    if (!verdict.ok) {
      await limitUnsigned(c)
      throw new ApiProblem('bad_signature')
    }
    const context = { actor: 'provider', correlation: c.get('requestId') } as const
    await notifyPayment(store, context, { noticeId: verdict.noticeId, paymentId: notice.paymentId })
    return c.json({ received: true }, 200)
  })

function placedView({ orderId, totalCents, currency, holdUntil }: Order) {
  return { orderId, total: toDecimal(totalCents), currency, holdUntil }
}

/** A refusal carries the current cart. */
async function placeOwnOrder(
  c: Context<UserEnv>,
  { price, lines, shipping, invoice: asked }: z.output<typeof preferenceRequest>,
  { byTransfer }: { byTransfer: boolean },
): Promise<Handled<PlacedOrder>> {
  const echo = {
    totalCents: echoedCents(price),
    ...(lines && { lines: lines.map((line) => ({ ...line, priceCents: echoedCents(line.price) })) }),
  }
  const wanted = shipping
    ? {
        address: tidyAddress(shipping.address),
        priceCents: echoedCents(shipping.price),
        days: shipping.days,
      }
    : null
  const taxId = asked && readTaxId(asked)
  const invoice = asked && taxId ? { kind: asked.kind, taxId } : null
  const { services, requestLimits } = c.var.shop
  const { userId } = c.get('session')
  try {
    const context = commandContext(c)
    const from = { network: networkOf(c), factor: requestLimits.factor }
    return await freeingOverdue(services, context, missingUnits, () =>
      placeOrder(services, context, userId, echo, { wanted, invoice, from, byTransfer }),
    )
  } catch (error) {
    const isStale = error instanceof Rejection && (error.code === 'cart_changed' || error.code === 'stale_total')
    if (!isStale) throw error
    const cart = await findOwnCart(c, userId)
    throw new Rejection(error.code, { ...error.details, cart })
  }
}

function missingUnits(error: unknown): number[] {
  if (!(error instanceof Rejection) || error.code !== 'cart_changed') return []
  const { differences = [] } = error.details as { differences?: readonly Difference[] }
  return differences.filter(({ type }) => type === 'stock').map(({ id }) => id)
}

/** An order in the log without a row yet is not absent: its buyer is asked to retry. */
async function refusalOf(c: Context<UserEnv>, orderId: number): Promise<Error> {
  const { state } = await loadState(c.var.shop.store, order, orderId)
  if (state?.userId !== c.get('session').userId) return new Rejection('not_found')
  return new ApiProblem('unavailable', { retryAfter: 1 })
}
