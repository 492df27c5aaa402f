// /api/panel/unmatched: payments without order, and decisions about them.
import { Hono } from 'hono'
import { resolveSetAside } from '#backend/commands/resolve-set-aside.ts'
import { paymentParam, unmatchedDecision } from '#backend/domain/order/order.contract.ts'
import { unmatchedAnswer } from '#backend/domain/overview/overview.contract.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import { listUnmatched } from '#backend/readmodels/overview/payments-aside.queries.ts'

const calls = {
  unmatched: {
    does: 'Payments that name no order: those that are left to deal with, then the others, the newest first; at most fifty.',
    returns: unmatchedAnswer,
  },
  decide: {
    does: 'Deals with a payment of no order: it goes back in full, or nothing is left to do.',
    returns: unmatchedAnswer,
    refuses: ['not_found', 'payment_not_acceptable', 'payment_unavailable'],
  },
} satisfies Record<string, Call>

export function unmatchedRoutes({ db, services }: ApiShop) {
  return new Hono<ApiEnv>()
    .get('/', allow('orders:read', calls.unmatched), async (c) => c.json({ payments: await listUnmatched(db) }, 200))
    .post('/:id', allow('orders:refund', calls.decide, { param: paymentParam, json: unmatchedDecision }), async (c) => {
      const decision = { orderId: null, paymentId: c.req.valid('param').id, ...c.req.valid('json') }
      const { position } = await resolveSetAside(services, commandContext(c), decision)
      notePosition(c, position)
      return c.json({ payments: await listUnmatched(db) }, 200)
    })
}
