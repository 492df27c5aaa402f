// Idempotency-Key: the caller's own name for a request, so that sending it again leads to nothing new and is answered as the first time.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { idempotencyKey } from '#backend/domain/repeats.limits.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { hashedUuid } from '#backend/eventstore/log/hashed-uuid.ts'
import type { KeptAnswer, NamedRequest } from '#backend/identity/kept-answers.ts'
import { logError } from '#backend/telemetry/log.ts'
import type { ApiEnv } from './allow.ts'
import { ApiProblem } from './problems.ts'
import { mayKeepAnother } from './rate-limit.ts'
import { notePosition } from './read-your-writes.ts'
import { routePattern } from './telemetry.ts'

const key = z.uuid()
/** In characters. A longer answer, a cart of a hundred products, is not kept: its repeat is answered by the cart that there is. */
const longestBody = 16 * 1024
const positionHeader = 'x-position'
/** Headers that are kept with the body. No cookies: a session is nothing to keep, and the one of the position is made anew. */
const told = ['content-type', positionHeader] as const

/**
 * For calls that create something; stands after their contracts. What was done under a key is answered again with the same status and
 * body for a day; another body is refused with 422, a repeat while the first is under way with 409. What was refused has led to nothing
 * and is decided anew. Without the header nothing is kept, nor for who names more requests than people make (limits.keyed): what their
 * commands and contracts make sure of holds for them as for everybody.
 */
export const once = createMiddleware(async (context, next) => {
  const c = context as unknown as Context<ApiEnv>
  const request = requestOf(c)
  if (!request) return next()
  const answers = c.get('keptAnswers')
  const beginning = await answers.begin(request)
  if (beginning === 'other_content') throw new ApiProblem('key_reused')
  if (beginning === 'under_way') throw new ApiProblem('under_way', { retryAfter: 1 }, { 'Retry-After': '1' })
  if ('body' in beginning) return again(c, beginning)
  await next()
  const { res, error } = c
  // The caller is told what was done even if it cannot be kept.
  const answer = res.ok && !error ? await keptOf(res.clone()) : undefined
  const isKept = answer && answer.body.length <= longestBody && (await mayKeepAnother(c))
  const ending = isKept ? answers.keep(request, beginning, answer) : answers.giveUp(request, beginning)
  await ending.catch((failure: unknown) => logError('kept answer', failure))
})

function again(c: Context, { status, body, headers }: KeptAnswer): Response {
  const position = headers[positionHeader]
  if (position !== undefined) notePosition(c, Number(position))
  return c.body(body, status as ContentfulStatusCode, headers)
}

async function keptOf(answer: Response): Promise<KeptAnswer> {
  const headers = told.flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(headers) }
}

function requestOf(c: Context<ApiEnv>): NamedRequest | undefined {
  const named = keyOf(c)
  if (named === undefined) return undefined
  const session = c.get('session')
  const body: unknown = c.req.valid('json' as never)
  const content = `${c.req.method} ${c.req.path} ${JSON.stringify(body)}`
  return { caller: session ? `user:${session.userId}` : 'anybody', key: named, content }
}

/** What the command's context takes from the header, nothing without it; body: as validated. What dies half-way is not done twice then. */
export function namedRequest(c: Context, body: unknown): Pick<CommandContext, 'commandId' | 'content'> {
  const named = keyOf(c)
  if (named === undefined) return {}
  // Never one that the shop makes of what everybody knows: whoever sent that first would keep the shop's own command from being accepted.
  const commandId = hashedUuid(`request ${named}`)
  return { commandId, content: `${c.req.method} ${routePattern(c)} ${JSON.stringify(body)}` }
}

/** Undefined without the header; a key that is no uuid is refused. */
function keyOf(c: Context): string | undefined {
  const header = c.req.header(idempotencyKey)
  if (header === undefined) return undefined
  const { data } = key.safeParse(header)
  if (data) return data
  const message = 'La clave del pedido debe ser un UUID.'
  throw new ApiProblem('validation', { errors: [{ field: idempotencyKey, code: 'invalid', message }] })
}
