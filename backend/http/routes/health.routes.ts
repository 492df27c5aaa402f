// /api/health: the process serves. /api/ready: database and projections are there too.
import { Hono } from 'hono'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'

/** Events a projection may be behind and still count as ready. */
const ready = 100

/** Positions of the live read models; one that an operator paused is not among them. Null: the shop is still starting. */
export type Readiness = () => Promise<{ head: number; positions: { name: string; pos: number }[] } | null>

/** Probes for a balancer: open to everyone, and without any detail of the machine. */
export function healthRoutes(shop: { readiness: Readiness; projections: readonly Projection[] }) {
  return new Hono<ApiEnv>()
    .get('/health', allow('public'), (c) => c.json({ status: 'ok' as const }, 200))
    .get('/ready', allow('public'), async (c) => {
      const state = await shop.readiness().catch(() => null)
      const behind = state
        ? shop.projections.filter(({ name }) => {
            const position = state.positions.find((row) => row.name === name)?.pos
            return position !== undefined && state.head - position > ready
          })
        : []
      const isReady = state !== null && behind.length === 0
      return c.json({ status: isReady ? ('ready' as const) : ('starting' as const) }, isReady ? 200 : 503)
    })
}
