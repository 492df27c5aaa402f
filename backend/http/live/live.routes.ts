import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { networkOf } from '#backend/http/middleware/rate-limit.ts'
import { ending } from './listeners.ts'
import { liveNews } from './published-products.ts'

const call: Call = {
  does: 'Products whose price, stock or sale has changed, as it happens, after a position; `refresh`: too much to tell, ask anew.',
  returns: liveNews,
  refuses: ['too_many_requests'],
  streams: true,
}

const position = /^(0|[1-9]\d{0,14})$/
const liveQuery = z.object({ after: z.string().regex(position).optional() })

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Transfer-Encoding': 'chunked',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  Connection: 'close',
}

/** Public, like the catalogue. `after`, or Last-Event-ID: the page's last position. */
export const liveRoutes = new Hono<ApiEnv>().get('/', allow('public', call, { query: liveQuery }), async (c) => {
  const { live, stage, requestLimits } = c.var.shop
  const { after: asked } = c.req.valid('query')
  const last = c.req.header('last-event-id') ?? asked
  const after = last !== undefined && position.test(last) ? Number(last) : undefined
  if (stage() === 'draining') throw ending()
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  const stream = await live.listen({ network: networkOf(c), after, factor: requestLimits.factor }, () =>
    outgoing?.destroy(),
  )
  return c.body(stream, 200, headers)
})
