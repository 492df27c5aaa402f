// Bearer tokens for programs.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Call } from '#backend/http/contract/call.ts'
import { requireKnownParts } from '#backend/http/contract/known-parts.ts'
import { type ApiEnv, described, policies } from './allow.ts'
import { ApiProblem } from './problems.ts'

export function bringsToken(c: Context, token: string): boolean {
  const [, sent = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** 401 for everybody if no token is configured. */
export function allowSubscriber(token: string | undefined, call: Call) {
  const middleware = createMiddleware<ApiEnv>(async (context, next) => {
    const c = context as unknown as Context<ApiEnv>
    if (token === undefined || !bringsToken(c, token)) throw new ApiProblem('unauthenticated')
    await requireKnownParts(c)
    await next()
  })
  policies.set(middleware, 'subscriber')
  described.set(middleware, call)
  return middleware
}
