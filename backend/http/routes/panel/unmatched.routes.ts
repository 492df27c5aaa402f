// /api/panel/unmatched: payments that name no order of the shop, and what the staff does about them.
import { Hono } from 'hono'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { resolveUnmatched } from '#backend/commands/refunds/unmatched-payment.ts'
import { paymentParam, unmatchedDecision } from '#backend/domain/order/order.contract.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { notePosition, waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listUnmatched } from '#backend/readmodels/overview/unmatched-payments.queries.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

export type UnmatchedShop = { db: Database; positions: Positions<ReadModelName>; services: PurchaseServices }

export function unmatchedRoutes({ db, positions, services }: UnmatchedShop) {
  return new Hono<ApiEnv>()
    .get('/', allow('orders:read'), async (c) => {
      await waitForOwnWrites(c, positions, ['unmatched_payments'])
      return c.json({ payments: await listUnmatched(db) }, 200)
    })
    .post(
      '/:id',
      allow('orders:refund'),
      validate('param', paymentParam),
      validate('json', unmatchedDecision),
      async (c) => {
        const decision = { paymentId: c.req.valid('param').id, ...c.req.valid('json') }
        const { position } = await resolveUnmatched(services, commandContext(c), decision)
        notePosition(c, position)
        await positions.waitFor(['unmatched_payments'], position)
        return c.json({ payments: await listUnmatched(db) }, 200)
      },
    )
}
