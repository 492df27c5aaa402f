// /api/panel/views: the caller's saved views.
import { Hono } from 'hono'
import { keptViews, viewsAnswer } from '#backend/domain/views/views.contract.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'

const calls = {
  views: { does: 'The views of the panel that the caller keeps.', returns: viewsAnswer },
  keep: {
    does: 'Puts this list of views in the place of the one with the revision that was seen.',
    returns: viewsAnswer,
    refuses: ['views_changed'],
  },
} satisfies Record<string, Call>

export function viewsRoutes({ panelViews }: ApiShop) {
  return new Hono<ApiEnv>()
    .get('/', allow('views:own', calls.views), async (c) => c.json(await panelViews.of(c.get('session').userId), 200))
    .post('/', allow('views:own', calls.keep, { json: keptViews }), async (c) => {
      const { seen, views } = c.req.valid('json')
      return c.json(await panelViews.keep(c.get('session').userId, seen, views), 200)
    })
}
