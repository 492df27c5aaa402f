// The only door to the network: typed calls, and the one error that every refused call becomes.
import { isProblemCode, type ProblemCode, sentenceFor } from '#frontend/messages.es.ts'

type Problem = { code?: unknown; detail?: unknown; errors?: unknown; [extension: string]: unknown }
type FieldProblem = { field: string; message: string }

/** A call that was refused or that got no answer. `status` is 0 when no answer came; `message` is Spanish and may be shown. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly problem: Problem
  readonly retryAfterSeconds: number | null

  constructor(status: number, problem: Problem, retryAfterSeconds: number | null = null) {
    const code = isProblemCode(problem.code) ? problem.code : 'unexpected'
    super(code === 'validation' && typeof problem.detail === 'string' ? problem.detail : sentenceFor(code))
    this.name = 'ApiError'
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

/** True when the error is a refusal with this code. */
export function hasCode(error: unknown, ...codes: ProblemCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

async function send<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, { credentials: 'same-origin', ...init })
  } catch {
    throw new ApiError(0, { code: 'network' })
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T
  const retryAfter = Number(response.headers.get('retry-after'))
  throw new ApiError(response.status, await response.json().catch(() => ({})), retryAfter > 0 ? retryAfter : null)
}

export function get<T>(path: string): Promise<T> {
  return send<T>(path)
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return send<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}
