// What a route says of its call, beside its handler, for the description of the API.
import { z } from 'zod'
import type { ProblemCode } from '#backend/http/middleware/problems.ts'
import type { RateName } from '#backend/http/middleware/rate-limit.ts'

export type Call = {
  /** A sentence. */
  does: string
  /** Of success; 200 without it. */
  status?: 201 | 202 | 204
  /** The body; null: none. */
  returns: z.ZodType | null
  /** Beside what every call of its kind may refuse. */
  refuses?: readonly ProblemCode[]
  /** Counts a caller besides by this rate. */
  rate?: RateName
  /** Has an ETag: asked with it, the call returns 304 while nothing has changed. */
  kept?: true
  /** The answer never ends: what is returned is the data of each event of a text/event-stream. */
  streams?: true
  /** The answer is a file of this type. */
  file?: 'text/csv'
}

export const message = z.object({ msg: z.string() })
export const csvFile = { returns: z.string(), file: 'text/csv', rate: 'export' } as const satisfies Partial<Call>
