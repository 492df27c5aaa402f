// /api/payment: 'Pagar', the provider's notices, and the way back from the provider's page.

import { Hono } from 'hono'
import { notifyPayment } from '#backend/commands/notify-payment.ts'
import { openCheckout } from '#backend/commands/open-checkout.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { learnPayment, reconcileOrder } from '#backend/commands/settle-payment.ts'
import { echoedCents, toDecimal } from '#backend/domain/money.ts'
import { checkout as checkoutBody, paymentReturn } from '#backend/domain/payment/payment.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { fresh, wrote } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import { findCart } from '#backend/readmodels/carts/carts.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findOrder, findReference } from '#backend/readmodels/orders/orders.queries.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

export function paymentRoutes(shop: {
  db: Database
  positions: Positions<ReadModelName>
  services: PurchaseServices
  /** What the browser needs to show the provider's button: its public key and the address of its script. */
  browser: { publicKey: string; scriptUrl: string }
}) {
  const { db, positions, services } = shop
  const { store, wallet, currency } = services

  return new Hono<ApiEnv>()
    .get('/config', allow('public'), (c) => c.json(shop.browser, 200))
    .post('/create_preference', allow('user'), validate('json', checkoutBody), async (c) => {
      const { price, lines } = c.req.valid('json')
      const { userId } = c.get('session')
      const echo = {
        totalCents: echoedCents(price),
        ...(lines && { lines: lines.map((line) => ({ ...line, priceCents: echoedCents(line.price) })) }),
      }
      const placed = await placeOrder(services, commandContext(c), userId, echo).catch(async (error: unknown) => {
        const stale = error instanceof Rejection && (error.code === 'cart_changed' || error.code === 'stale_total')
        if (!stale) throw error
        await fresh(c, positions, ['carts', 'catalogue'])
        throw new Rejection(error.code, { ...error.details, cart: await findCart(db, userId, currency) })
      })
      wrote(c, placed.position)
      const { order, preferenceId, initPoint, position } = await openCheckout(
        services,
        commandContext(c),
        placed.result,
      ).catch(async (error: unknown) => {
        // The order was cancelled: the caller's next list shows that too.
        wrote(c, await store.head())
        throw error
      })
      wrote(c, position)
      return c.json(
        {
          id: preferenceId,
          initPoint,
          orderId: order.orderId,
          total: toDecimal(order.totalCents),
          currency: order.currency,
          holdUntil: order.holdUntil,
        },
        200,
      )
    })
    .post('/return', allow('user'), validate('json', paymentReturn), async (c) => {
      const { orderId, paymentId } = c.req.valid('json')
      await fresh(c, positions, ['orders'])
      const before = await findOrder(db, orderId)
      if (!before || before.userId !== c.get('session').userId) throw new Rejection('not_found')
      if (before.state !== 'paid') {
        const reference = (await findReference(db, orderId)) ?? ''
        const learn = paymentId
          ? learnPayment(services, commandContext(c), paymentId)
          : reconcileOrder(services, commandContext(c), reference)
        // The provider not answering changes nothing: the order is shown as it is, and the jobs go on asking.
        await learn.catch((error: unknown) => {
          if (!(error instanceof PaymentWalletError)) throw error
        })
        const head = await store.head()
        wrote(c, head)
        await positions.waitFor(['orders'], head)
      }
      return c.json((await findOrder(db, orderId)) ?? before, 200)
    })
    .post('/webhook', allow('provider'), async (c) => {
      const body: unknown = await c.req.json().catch(() => null)
      const query = c.req.query()
      const notice = wallet.parseNotification({ query, body })
      if (notice.kind === 'malformed') throw new ApiProblem('validation', { errors: [] })
      if (notice.kind !== 'payment') return c.json({ received: true }, 200)
      const verdict = wallet.verifyNotification({
        xSignature: c.req.header('x-signature'),
        xRequestId: c.req.header('x-request-id'),
        dataId: query['data.id'],
        now: services.now(),
      })
      if (!verdict.ok) throw new ApiProblem('bad_signature')
      const context = { actor: 'provider', correlation: c.get('requestId') } as const
      const { paymentId } = notice
      await notifyPayment(store, context, { noticeId: verdict.noticeId, paymentId })
      return c.json({ received: true }, 200)
    })
}
