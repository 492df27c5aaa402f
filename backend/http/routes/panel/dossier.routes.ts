// /api/panel: extra facts for the dossiers of orders and people.
import { Hono } from 'hono'
import { refusalOf } from '#backend/commands/reconciliation/provider-failure.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { rawPaymentsAnswer } from '#backend/domain/order/order.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { userDossierAnswer } from '#backend/domain/user/user.contract.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { findOpenOrder, findReference } from '#backend/readmodels/orders/orders.queries.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'

const calls = {
  payments: {
    does: "The payments of an order in the provider's own words, what is of the payer masked.",
    returns: rawPaymentsAnswer,
    refuses: ['not_found', 'payment_unavailable'],
  },
  user: {
    does: 'One account, with the sessions and the order that it has open.',
    returns: userDossierAnswer,
    refuses: ['not_found'],
  },
} satisfies Record<string, Call>

export function dossierRoutes({ db, services, sessions }: ApiShop) {
  return new Hono<ApiEnv>()
    .get('/orders/:id/payments', allow('orders:read', calls.payments, { param: idParam }), async (c) => {
      await waitForOwnWrites(c, ['orders'])
      const reference = await findReference(db, c.req.valid('param').id)
      if (reference === undefined) throw new Rejection('not_found')
      const payments = await services.wallet.findRawPayments(reference).catch((error: unknown) => {
        throw refusalOf(error)
      })
      return c.json({ payments }, 200)
    })
    .get('/users/:id', allow('accounts:read', calls.user, { param: idParam }), async (c) => {
      await waitForOwnWrites(c, ['users', 'orders'])
      const user = await findUser(db, c.req.valid('param').id)
      if (!user) throw new Rejection('not_found')
      const [open, { length: count }] = await Promise.all([
        findOpenOrder(db, user.id, services.now()),
        sessions.list(user.id),
      ])
      const openOrder = open ? { id: open.id, total: open.total, holdUntil: open.holdUntil } : null
      return c.json({ user, sessions: count, openOrder }, 200)
    })
}
