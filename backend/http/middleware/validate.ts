// Request validation: lists each wrong field and never repeats the input.
import { zValidator } from '@hono/zod-validator'
import { z } from 'zod'
import { closed } from '#backend/http/contract/closed-schema.ts'
import type { FieldError } from '#backend/http/contract/problem.contract.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import { ApiProblem } from './problems.ts'
import { routePattern } from './telemetry.ts'

z.config({ localeError: sentenceOf })

type Part = 'json' | 'query' | 'param' | 'form'
type Issue = { path: PropertyKey[]; code?: string | undefined; message: string; keys?: string[] }

/** Makes contracts readable without a request. */
export const contracts = new WeakMap<object, { part: Part; schema: z.ZodType }>()

/** Answers problem 400 `validation` for invalid values and unknown keys. */
export function validate<Target extends Part, S extends z.ZodType>(part: Target, schema: S) {
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
  contracts.set(middleware, { part, schema: whole })
  return middleware
}

export function refuseUnknown(names: readonly string[]): void {
  if (names.length > 0) throw new ApiProblem('validation', { errors: unknownFields([], names) })
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

/** The first error per field. */
function perField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter((error, index) => errors.findIndex((other) => other.field === error.field) === index)
}

type Piece = { value: unknown; key: string; parent: Piece | null }

/** PostgreSQL can't store NUL characters or lone surrogates. */
function unstorableText(data: unknown): FieldError[] {
  const errors: FieldError[] = []
  const open: Piece[] = [{ value: data, key: '', parent: null }]
  for (let piece = open.pop(); piece; piece = open.pop()) {
    const { value } = piece
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      errors.push({
        field: nameOf(pathOf(piece)),
        code: 'invalid_text',
        message: 'Tiene caracteres que no se admiten.',
      })
    if (typeof value === 'object' && value !== null)
      for (const [key, inside] of Object.entries(value)) open.push({ value: inside, key, parent: piece })
  }
  return errors
}

function pathOf(piece: Piece): string[] {
  const path: string[] = []
  for (let at = piece; at.parent; at = at.parent) path.unshift(at.key)
  return path
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
