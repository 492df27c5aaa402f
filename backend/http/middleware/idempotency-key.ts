// Idempotency-Key: a repeated request runs once and gets the first answer.
import type { Context, Next } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { idempotencyKey, namedCalls } from '#backend/domain/repeats.limits.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { hashedUuid } from '#backend/eventstore/log/hashed-uuid.ts'
import type { NamedRequest, RecordedAnswer } from '#backend/identity/idempotency-records.ts'
import { logError } from '#backend/telemetry/log.ts'
import type { ApiEnv } from './allow.ts'
import { ApiProblem, wrongField } from './problems.ts'
import { mayRecordAnother } from './rate-limit.ts'
import { notePosition } from './read-your-writes.ts'
import { routePattern } from './telemetry.ts'

const uuid = z.uuid()
/** Characters. Longer answers, like a cart of a hundred products, aren't stored; a repeat returns the current cart. */
const longestBody = 16 * 1024
const positionHeader = 'x-position'
/** Stored headers. No cookies: sessions aren't stored, and the position's cookie is recreated. */
const storedHeaders = ['content-type', positionHeader] as const

const named: ReadonlySet<string> = new Set(namedCalls)
export const isNamed = (method: string, path: string) => method === 'POST' && named.has(path)

/**
 * For `namedCalls`; runs after their contracts. A repeat within a day gets the same status and body; another body
 * gets 422, a repeat during the first 409. A refused request leaves nothing and is decided anew. Without the header
 * nothing is stored, nor beyond the rate limits.keyed; the commands' own guarantees still hold.
 */
export async function once(c: Context<ApiEnv>, next: Next): Promise<Response | undefined> {
  const request = isNamed(c.req.method, routePattern(c)) ? requestOf(c) : undefined
  if (!request) {
    await next()
    return undefined
  }
  const answers = c.var.shop.idempotencyRecords
  const beginning = await answers.begin(request)
  if (beginning === 'other_content') throw new ApiProblem('key_reused')
  if (beginning === 'under_way') throw new ApiProblem('under_way', { retryAfter: 1 })
  if ('body' in beginning) return again(c, beginning)
  await next()
  const { res, error } = c
  // Answers even if the answer can't be stored.
  const answer = res.ok && !error ? await recorded(res.clone()) : undefined
  const isRecorded = answer && answer.body.length <= longestBody && (await mayRecordAnother(c))
  const ending = isRecorded ? answers.keep(request, beginning, answer) : answers.giveUp(request, beginning)
  await ending.catch((failure: unknown) => logError('idempotency record', failure))
  return undefined
}

function again(c: Context, { status, body, headers }: RecordedAnswer): Response {
  const position = headers[positionHeader]
  if (position !== undefined) notePosition(c, Number(position))
  return c.body(body, status as ContentfulStatusCode, headers)
}

async function recorded(answer: Response): Promise<RecordedAnswer> {
  const headers = storedHeaders.flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(headers) }
}

function requestOf(c: Context<ApiEnv>): NamedRequest | undefined {
  const key = keyOf(c)
  if (key === undefined) return undefined
  const session = c.get('session')
  const body: unknown = c.req.valid('json' as never)
  const content = `${c.req.method} ${c.req.path} ${JSON.stringify(body)}`
  return { caller: session ? `user:${session.userId}` : 'anybody', key, content }
}

/** Context of a command from the header; `body`: validated. Prevents a half-finished request from running twice. */
export function namedRequest(c: Context, body: unknown): Pick<CommandContext, 'commandId' | 'content'> {
  const named = keyOf(c)
  if (named === undefined) return {}
  // The prefix keeps callers from sending one of the shop's own command ids first, which would block its command.
  const commandId = hashedUuid(`request ${named}`)
  return { commandId, content: `${c.req.method} ${routePattern(c)} ${JSON.stringify(body)}` }
}

function keyOf(c: Context): string | undefined {
  const header = c.req.header(idempotencyKey)
  if (header === undefined) return undefined
  const { data } = uuid.safeParse(header)
  if (data) return data
  throw wrongField(idempotencyKey, 'invalid', 'La clave del pedido debe ser un UUID.')
}
