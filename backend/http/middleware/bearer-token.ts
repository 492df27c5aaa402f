// Bearer tokens for programs.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Call, declared } from '#backend/http/contract/call.ts'
import { type Input, inputCheck, type NoInput, type Valid } from '#backend/http/contract/known-parts.ts'
import type { ApiEnv } from './allow.ts'
import { ApiProblem } from './problems.ts'

export function bringsToken(c: Context, token: string): boolean {
  const [, sent = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** 401 for everybody if no token is configured. */
export function allowSubscriber<I extends Input = NoInput>(token: string | undefined, call: Call, input?: I) {
  const { check, contracts } = inputCheck(input ?? {})
  const middleware = createMiddleware<ApiEnv, string, Valid<I>>(async (context, next) => {
    const c = context as unknown as Context<ApiEnv>
    if (token === undefined || !bringsToken(c, token)) throw new ApiProblem('unauthenticated')
    await check(c)
    await next()
  })
  declared.set(middleware, { policy: 'subscriber', call, contracts })
  return middleware
}
