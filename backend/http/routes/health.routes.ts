// /api/health: the process serves. /api/ready: it has started, is not about to end, and the database answers it; how late read models are is
// a metric.
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

/** Of a process's life. While it drains it serves whoever still comes, and asks for no more. */
export type Stage = 'starting' | 'serving' | 'draining'

type HealthShop = {
  stage(): Stage
  /** Rejects while the database does not answer this process. */
  reachDatabase(): Promise<void>
}

/** A database that says nothing for so long is away, in milliseconds: who asks is a balancer, which does not wait. */
const answerWithinMs = 1000

/** What is true of all processes at once, such as a read model that is behind, must not take them all from the balancer. */
export function healthRoutes(shop: HealthShop) {
  // Asked once for all who ask meanwhile: nobody is counted here, so a crowd must not be many questions.
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
      // A question that hangs is not waited for by whoever asks next.
      if (!isReached) asking = undefined
      return isReached ? c.json({ status: 'ready' as const }, 200) : c.json({ status: 'database away' as const }, 503)
    })
}
