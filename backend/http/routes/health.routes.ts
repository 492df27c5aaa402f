// /api/health: the process serves. /api/ready: it has started, isn't ending, and its database answers. Lagging read
// models are a metric.
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'

const state = z.object({ status: z.string() })
const calls = {
  health: { does: 'Whether the process serves.', returns: state },
  ready: { does: 'Whether the process has started and reaches its database; 503 if not.', returns: state },
} satisfies Record<string, Call>

/** A draining process still serves, but wants no new clients. */
export type Stage = 'starting' | 'serving' | 'draining'

export type HealthShop = {
  stage(): Stage
  reachDatabase(): Promise<void>
}

/** Timeout in milliseconds, since balancers don't wait longer. */
const answerWithinMs = 1000

/** Problems shared by all processes, such as lagging read models, must not take them all out of the balancer. */
export function healthRoutes(shop: HealthShop) {
  // Shares one query among callers, since these calls are not rate-limited.
  let asking: Promise<boolean> | undefined
  const reaches = () => {
    asking ??= shop
      .reachDatabase()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  return new Hono<ApiEnv>()
    .get('/health', allow('public', calls.health), (c) => c.json({ status: 'ok' as const }, 200))
    .get('/ready', allow('public', calls.ready), async (c) => {
      const stage = shop.stage()
      if (stage !== 'serving') return c.json({ status: stage }, 503)
      const isReached = await Promise.race([reaches(), sleep(answerWithinMs, false, { ref: false })])
      // A hanging query doesn't block later callers.
      if (!isReached) asking = undefined
      return isReached ? c.json({ status: 'ready' as const }, 200) : c.json({ status: 'database away' as const }, 503)
    })
}
