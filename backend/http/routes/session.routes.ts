// /api/session: who is signed in, and signing out.

import { Hono } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import type { Sessions } from '#backend/identity/sessions.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { findAttemptsLeft, findOwnAccount } from './account-view.ts'

/** The caller's session, null without one; signing out is idempotent. */
export function sessionRoutes(shop: {
  db: Database
  store: EventStore<ShopLog>
  positions: Positions<ReadModelName>
  sessions: Sessions
  secureCookies: boolean
}) {
  return new Hono<ApiEnv>()
    .get('/', allow('optional'), async (c) => {
      const session = c.get('session')
      if (!session) return c.json({ user: null, marcaTiempoLogin: null, expiresAt: null }, 200)
      await waitForOwnWrites(c, shop.positions, ['users'])
      return c.json(
        {
          user: await findOwnAccount(shop, session),
          marcaTiempoLogin: session.createdAt.toISOString(),
          expiresAt: session.expiresAt.toISOString(),
          changeRolAttempts: await findAttemptsLeft(shop.store, session),
        },
        200,
      )
    })
    .post('/end', allow('public'), async (c) => {
      const id = getCookie(c, c.get('sessionCookie'))
      if (id) await shop.sessions.end(id)
      deleteCookie(c, c.get('sessionCookie'), { path: '/', secure: shop.secureCookies })
      return c.body(null, 204)
    })
}
