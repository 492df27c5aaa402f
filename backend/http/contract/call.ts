// The description of a call, given beside its handler, for the API document.
import { z } from 'zod'
import type { RoutePolicy } from '#backend/http/middleware/allow.ts'
import type { RateName } from '#backend/http/middleware/rate-limit.ts'
import type { ProblemCode } from '#backend/http/problem-words.ts'

export type Call = {
  does: string
  /** Default: 200. */
  status?: 201 | 202 | 204
  /** The body; null: none. */
  returns: z.ZodType | null
  /** In addition to the codes of its kind. */
  refuses?: readonly ProblemCode[]
  rate?: RateName
  /** Has an ETag and answers 304 if unchanged. */
  cached?: true
  /** An endless text/event-stream; the schema describes each event's data. */
  streams?: true
  file?: 'text/csv' | 'application/octet-stream'
}

export type Contract = { part: 'param' | 'query' | 'json' | 'form'; schema: z.ZodType }

/** Handlers tell here about their route, so that it is known without a request. */
export const declared = new WeakMap<
  object,
  { policy?: RoutePolicy; call?: Call | undefined; contracts?: readonly Contract[] }
>()

export const message = z.object({ msg: z.string() })
export const csvFile = { returns: z.string(), file: 'text/csv', rate: 'export' } as const satisfies Partial<Call>
