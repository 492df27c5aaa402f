// Request validation: @hono/zod-validator with the shop's own answer, which lists each wrong field and never repeats what was sent.
import { zValidator } from '@hono/zod-validator'
import { z } from 'zod'
import { ApiProblem, type FieldError } from './problems.ts'

z.config(z.locales.es())

/** Validates one part of a request; a wrong one is answered with problem 400 `validation`. */
export function validate<Target extends 'json' | 'query' | 'param', S extends z.ZodType>(target: Target, schema: S) {
  return zValidator(target, schema, (result) => {
    if (!result.success) throw new ApiProblem('validation', { errors: perField(result.error.issues.map(fieldError)) })
  })
}

function fieldError(issue: { path: PropertyKey[]; code?: string | undefined; message: string }): FieldError {
  return { field: issue.path.map(String).join('.') || 'body', code: issue.code ?? 'invalid', message: issue.message }
}

/** The first error of each field: one sentence beside a field is enough. */
function perField(errors: readonly FieldError[]): FieldError[] {
  return errors.filter((error, index) => errors.findIndex((other) => other.field === error.field) === index)
}
