// A program that brings a token instead of a session.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requireKnownParts } from '#backend/http/contract/known-parts.ts'
import { type ApiEnv, policies } from './allow.ts'
import { ApiProblem } from './problems.ts'

/** Whether the request carries the token as `Authorization: Bearer`; takes as long for a wrong one as for the right one. */
export function bringsToken(c: Context, token: string): boolean {
  const [, sent = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Lets through who brings the token; everybody gets 401 if there is none. */
export function allowSubscriber(token: string | undefined) {
  const middleware = createMiddleware<ApiEnv>(async (context, next) => {
    const c = context as unknown as Context<ApiEnv>
    if (token === undefined || !bringsToken(c, token)) throw new ApiProblem('unauthenticated')
    await requireKnownParts(c)
    await next()
  })
  policies.set(middleware, 'subscriber')
  return middleware
}
