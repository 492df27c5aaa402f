// The parts of a request that a call declares: each must fit, and there is no other.
import type { Context } from 'hono'
import type { z } from 'zod'
import { refuseUnknown, validate } from '#backend/http/middleware/validate.ts'
import { type Contract, declared } from './call.ts'

export type Input = { param?: z.ZodType; query?: z.ZodType; json?: z.ZodType }
type Of<Schema> = Extract<Schema, z.ZodType>
export type Valid<I extends Input> = {
  in: { [Part in keyof I]: z.input<Of<I[Part]>> }
  out: { [Part in keyof I]: z.output<Of<I[Part]>> }
}
/** Without any part. */
export type NoInput = Record<never, never>

/** Answers problem 400 `validation` for what does not fit and for what is not declared. */
export function inputCheck(input: Input): { contracts: Contract[]; check(c: Context): Promise<void> } {
  const validations = Object.entries(input).map(([part, schema]) => validate(part as keyof Input, schema))
  const check = async (c: Context) => {
    await requireKnownParts(c, input)
    for (const validation of validations) await validation(c, async () => undefined)
  }
  return { check, contracts: validations.flatMap((validation) => declared.get(validation)?.contracts ?? []) }
}

async function requireKnownParts(c: Context, { query, json }: Input): Promise<void> {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!c.req.path.startsWith('/api/') || (isRead && !c.req.url.includes('?'))) return
  if (!query) refuseUnknown(Object.keys(c.req.query()))
  if (!isRead && !json && isJson(c)) refuseUnknown(await keysOfBody(c))
}

function isJson(c: Context): boolean {
  return c.req.header('content-type')?.startsWith('application/json') ?? false
}

/** Empty without a body, and for bodies that are no JSON object, which nobody reads. */
async function keysOfBody(c: Context): Promise<string[]> {
  const body: unknown = await c.req.json().catch(() => null)
  return typeof body === 'object' && body !== null ? Object.keys(body) : []
}
