// Request validation: @hono/zod-validator with the shop's own answer, which lists each wrong field and never repeats what was sent.
import { zValidator } from '@hono/zod-validator'
import { z } from 'zod'
import { ApiProblem, type FieldError } from './problems.ts'

z.config({ localeError: sentenceOf })

/** Validates one part of a request; a wrong one is answered with problem 400 `validation`. */
export function validate<Target extends 'json' | 'query' | 'param', S extends z.ZodType>(target: Target, schema: S) {
  return zValidator(target, schema, (result) => {
    const errors = result.success ? unstorableText(result.data) : result.error.issues.map(fieldError)
    if (errors.length > 0) throw new ApiProblem('validation', { errors: perField(errors) })
  })
}

function fieldError(issue: { path: PropertyKey[]; code?: string | undefined; message: string }): FieldError {
  return { field: nameOf(issue.path), code: issue.code ?? 'invalid', message: issue.message }
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'body'
}

/** The first error of each field: one sentence beside a field is enough. */
function perField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter((error, index) => errors.findIndex((other) => other.field === error.field) === index)
}

type Part = { value: unknown; key: string; parent: Part | null }

/** Texts that PostgreSQL cannot hold: with a NUL character or half of a surrogate pair. How deep the data is, is the caller's choice. */
function unstorableText(data: unknown): FieldError[] {
  const errors: FieldError[] = []
  const open: Part[] = [{ value: data, key: '', parent: null }]
  for (let part = open.pop(); part; part = open.pop()) {
    const { value } = part
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      errors.push({ field: nameOf(pathOf(part)), code: 'invalid_text', message: 'Tiene caracteres que no se admiten.' })
    if (typeof value === 'object' && value !== null)
      for (const [key, inside] of Object.entries(value)) open.push({ value: inside, key, parent: part })
  }
  return errors
}

function pathOf(part: Part): string[] {
  const path: string[] = []
  for (let at = part; at.parent; at = at.parent) path.unshift(at.key)
  return path
}

/** What is wrong with a field, for the person who typed it; a contract's own sentence comes before these. */
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
    case 'unrecognized_keys':
      return 'Tiene datos de más.'
    default:
      return 'El formato no es válido.'
  }
}
