// Files on their way in. Each lies in this process's memory until it is whole, for as long as its sender likes.
import { createMiddleware } from 'hono/factory'
import type { UserEnv } from '#backend/http/middleware/allow.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { tooMany } from '#backend/http/middleware/rate-limit.ts'
import { limitFileBody } from '#backend/http/middleware/request-guards.ts'

/** Of one account, as many as a gallery sends side by side; of all together two hundred megabytes. */
const atOnce = { account: 4, all: 40 }
/** In seconds. */
const retryAfter = 5

const ofAccount = new Map<number, number>()
let all = 0

/** Stands before the contract of a file's form, which reads it: 429 for an account that sends too many at once, 503 if all do. */
export const receiveFile = createMiddleware<UserEnv>(async (c, next) => {
  const { userId } = c.get('session')
  const own = ofAccount.get(userId) ?? 0
  if (own >= atOnce.account) throw tooMany('too_many_requests', retryAfter)
  if (all >= atOnce.all) throw new ApiProblem('overloaded', {}, { 'Retry-After': String(retryAfter) })
  ofAccount.set(userId, own + 1)
  all++
  try {
    await limitFileBody(c, next)
  } finally {
    all--
    const left = (ofAccount.get(userId) ?? 1) - 1
    if (left > 0) ofAccount.set(userId, left)
    else ofAccount.delete(userId)
  }
})
