// The one error that every refused call becomes.
import { isProblemCode, type ProblemCode, sentenceFor } from '#frontend/messages.es.ts'

/** The body of a refusal as it came; nothing in it is taken for granted. */
export type Problem = { code?: unknown; errors?: unknown; [extension: string]: unknown }
type FieldProblem = { field: string; message: string }

/** A call that was refused or that got no answer. `status` is 0 when no answer came; `message` is Spanish and may be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ProblemCode
  readonly problem: Problem
  readonly retryAfterSeconds: number | null

  constructor(status: number, problem: Problem, retryAfterSeconds: number | null = null) {
    const code = isProblemCode(problem.code) ? problem.code : 'unexpected'
    super(sentenceFor(code))
    this.status = status
    this.code = code
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The field messages of a validation problem; empty for every other problem. */
  get fields(): FieldProblem[] {
    return Array.isArray(this.problem.errors) ? (this.problem.errors as FieldProblem[]) : []
  }
}

/** The message to show for anything that a call threw. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : sentenceFor('unexpected')
}

/** True when the error is a refusal with one of these codes. */
export function hasCode(error: unknown, ...codes: ProblemCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}
