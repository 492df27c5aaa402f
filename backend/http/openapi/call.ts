// What the description of the API says of one call.
import type { z } from 'zod'
import type { ProblemCode } from '#backend/http/middleware/problems.ts'

export type Call = {
  does: string
  /** The status of success and its body; null: no body. */
  returns: readonly [200 | 201 | 202 | 204, z.ZodType | null]
  refuses?: readonly ProblemCode[]
  /** Has an ETag: asked with it, the call returns 304 while nothing has changed. */
  kept?: true
  /** The answer never ends: what is returned is the data of each event of a text/event-stream. */
  streams?: true
  /** The answer is a file of this type. */
  file?: 'text/csv'
}
