import type { Problem, ProblemCode } from '#backend/http/api.ts'
import { NO_CONNECTION, NO_REASON, OFFLINE } from '#frontend/messages.es.ts'

/** A refused or unanswered call. `status` is 0 without an answer; `message` is Spanish and may be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ProblemCode
  /** Empty if the answer was no problem document. */
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

/** The message for any error of a call. Names refused fields that it doesn't send, since no form can show them. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return NO_REASON
  return named(error, ({ code }) => code === 'unrecognized_keys')
}

/** Like messageOf, for a form: names each refused field that has no input among `inputs`. */
export function formMessageOf(error: unknown, inputs: readonly string[]): string {
  if (!(error instanceof ApiError)) return NO_REASON
  return named(error, ({ field }) => !inputs.includes(field.split('.')[0] ?? ''))
}

type FieldError = NonNullable<Problem['errors']>[number]

function named({ message, problem: { errors = [] } }: ApiError, isNamed: (error: FieldError) => boolean): string {
  return [message, ...errors.filter(isNamed).map((error) => `«${error.field}»: ${error.message}`)].join(' ')
}

/** The message for one field; undefined if the refusal has another reason. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  return refusedFields(error)[field]
}

/** The messages by field; `below`: the start of the fields' names, left out of the answer. */
export function refusedFields(error: unknown, below = ''): { readonly [Field in string]?: string } {
  const errors = (error instanceof ApiError && error.problem.errors) || []
  const own = errors.filter(({ field }) => field.startsWith(below)).toReversed()
  return Object.fromEntries(own.map(({ field, message }) => [field.slice(below.length), message]))
}

export function hasCode(error: unknown, ...codes: ProblemCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}
