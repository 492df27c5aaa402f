// /api/shop: what anybody may know about the shop itself.
import { Hono } from 'hono'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'

export function shopRoutes(shop: { supportEmail: string }) {
  return new Hono<ApiEnv>().get('/', allow('public'), (c) => c.json({ supportEmail: shop.supportEmail }, 200))
}
