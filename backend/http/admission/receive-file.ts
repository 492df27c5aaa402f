// Limits uploads, since each lies in memory until complete, however slow its sender.
import { createMiddleware } from 'hono/factory'
import type { UserEnv } from '#backend/http/middleware/allow.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { networkOf, tooMany } from '#backend/http/middleware/rate-limit.ts'
import { limitFileBody } from '#backend/http/middleware/request-guards.ts'
import { OpenPerCaller } from './open-per-caller.ts'

/** An account may upload a gallery in parallel; all uploads together take at most 200 MB. */
const atOnce = { account: 4, network: 10, all: 40 }
const retryAfter = 5

const accounts = new OpenPerCaller()
const networks = new OpenPerCaller()

/**
 * Runs before the form is read: 429 if an account or network uploads too many at once, 503 if everybody does. Once
 * half of the places are taken each account has one, so ten accounts can't block the others.
 */
export const receiveFile = createMiddleware<UserEnv>(async (c, next) => {
  const account = String(c.get('session').userId)
  const network = networkOf(c)
  const mostOfAccount = accounts.all < atOnce.all / 2 ? atOnce.account : 1
  const isTooMany = accounts.of(account) >= mostOfAccount || networks.of(network) >= atOnce.network
  if (isTooMany) throw tooMany('too_many_requests', retryAfter)
  if (accounts.all >= atOnce.all) throw new ApiProblem('overloaded', {}, { 'Retry-After': String(retryAfter) })
  const ends = [accounts.enter(account), networks.enter(network)]
  try {
    await limitFileBody(c, next)
  } finally {
    for (const end of ends) end()
  }
})
