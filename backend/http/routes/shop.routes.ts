// /api/shop: public facts about the shop.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'

const call: Call = {
  does: 'What anybody may know of the shop.',
  returns: z.object({ supportEmail: z.string() }),
}

export const shopRoutes = new Hono<ApiEnv>().get('/', allow('public', call), (c) => {
  return c.json({ supportEmail: c.var.shop.supportEmail }, 200)
})
