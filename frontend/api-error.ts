// The one error that every refused call becomes.
import type { Problem, ProblemCode } from '#backend/http/api.ts'
import { NO_CONNECTION, NO_REASON, OFFLINE } from '#frontend/messages.es.ts'

/** A call that was refused or that got no answer. `status` is 0 when no answer came; `message` is Spanish and may be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ProblemCode
  /** As it came; empty when the answer was no problem document. */
  readonly problem: Partial<Problem>
  readonly retryAfterSeconds: number | null

  constructor(status: number, problem: Partial<Problem> = {}, retryAfterSeconds: number | null = null) {
    super(problem.detail ?? (status === 0 ? noAnswer() : NO_REASON))
    this.status = status
    this.code = problem.code ?? 'unexpected'
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

function noAnswer(): string {
  return navigator.onLine === false ? OFFLINE : NO_CONNECTION
}

/** The message to show for anything that a call threw. It names the refused fields that the call does not know: no form can show them. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return NO_REASON
  return named(error, ({ code }) => code === 'unrecognized_keys')
}

/** As messageOf, for a form: names every refused field that has no input among `inputs`. */
export function formMessageOf(error: unknown, inputs: readonly string[]): string {
  if (!(error instanceof ApiError)) return NO_REASON
  return named(error, ({ field }) => !inputs.includes(field.split('.')[0] ?? ''))
}

type FieldError = NonNullable<Problem['errors']>[number]

function named({ message, problem: { errors = [] } }: ApiError, isNamed: (error: FieldError) => boolean): string {
  return [message, ...errors.filter(isNamed).map((error) => `«${error.field}»: ${error.message}`)].join(' ')
}

/** What is wrong with a field of what was sent; undefined if that was not why the call was refused. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.problem.errors?.find((one) => one.field === field)?.message : undefined
}

/** True when the error is a refusal with one of these codes. */
export function hasCode(error: unknown, ...codes: ProblemCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}
