// Request validation: each part that a call declares must fit, and there is no other. Never repeats the input.
import { zValidator } from '@hono/zod-validator'
import type { Context } from 'hono'
import { z } from 'zod'
import { type Contract, declared } from '#backend/http/contract/call.ts'
import { closed } from '#backend/http/contract/closed-schema.ts'
import type { FieldError } from '#backend/http/contract/problem.contract.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import { ApiProblem } from './problems.ts'
import { routePattern } from './telemetry.ts'

z.config({ localeError: sentenceOf })

export type Input = { param?: z.ZodType; query?: z.ZodType; json?: z.ZodType }
type Of<Schema> = Extract<Schema, z.ZodType>
export type Valid<I extends Input> = {
  in: { [Part in keyof I]: z.input<Of<I[Part]>> }
  out: { [Part in keyof I]: z.output<Of<I[Part]>> }
}
export type NoInput = Record<never, never>
type Issue = { path: PropertyKey[]; code?: string | undefined; message: string; keys?: string[] }

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
  const isJson = c.req.header('content-type')?.startsWith('application/json') ?? false
  if (!isRead && !json && isJson) refuseUnknown(await keysOfBody(c))
}

/** Empty without a body, and for bodies that are no JSON object, which nobody reads. */
async function keysOfBody(c: Context): Promise<string[]> {
  const body: unknown = await c.req.json().catch(() => null)
  return typeof body === 'object' && body !== null ? Object.keys(body) : []
}

function refuseUnknown(names: readonly string[]): void {
  if (names.length > 0) throw new ApiProblem('validation', { errors: unknownFields([], names) })
}

export function validate<Target extends Contract['part'], S extends z.ZodType>(part: Target, schema: S) {
  const whole = closed(schema)
  const middleware = zValidator(part, whole, (result, c) => {
    const errors = result.success ? unstorableText(result.data) : result.error.issues.flatMap(fieldErrors)
    if (errors.length === 0) return
    // Logs refusals of signed-in users, since the shop's own forms should send valid data.
    const fields = errors.map(({ field }) => field)
    const { session } = c.var as { session?: object }
    if (session) logWarning('fields refused', { route: routePattern(c), fields })
    throw new ApiProblem('validation', { errors: perField(errors) })
  })
  declared.set(middleware, { contracts: [{ part, schema: whole }] })
  return middleware
}

function fieldErrors({ path, code = 'invalid', message, keys }: Issue): FieldError[] {
  return keys ? unknownFields(path, keys) : [{ field: nameOf(path), code, message }]
}

/** Bounds the answer, since callers choose number and length of names. */
const [mostUnknown, longestName] = [20, 60]

function unknownFields(path: readonly PropertyKey[], names: readonly string[]): FieldError[] {
  return names.slice(0, mostUnknown).map((name) => ({
    field: nameOf([...path, name.slice(0, longestName).toWellFormed()]),
    code: 'unrecognized_keys',
    message: 'Este dato no es parte del pedido.',
  }))
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'body'
}

function perField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter((error, index) => errors.findIndex((other) => other.field === error.field) === index)
}

/** PostgreSQL can't store NUL characters or lone surrogates. The depth is limited (request-guards.ts). */
function unstorableText(value: unknown, path: readonly string[] = []): FieldError[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return []
    return [{ field: nameOf(path), code: 'invalid_text', message: 'Tiene caracteres que no se admiten.' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unstorableText(inner, [...path, key]))
}

/** Default messages; a contract's own sentence takes precedence. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Falta este dato.' : 'No es el tipo de dato esperado.'
    case 'too_small':
      return issue.origin === 'string' ? 'Falta este dato.' : `El mínimo es ${issue.minimum}.`
    case 'too_big':
      return issue.origin === 'string' ? `Admite hasta ${issue.maximum} caracteres.` : `El máximo es ${issue.maximum}.`
    case 'invalid_value':
      return 'No es una de las opciones.'
    default:
      return 'El formato no es válido.'
  }
}
