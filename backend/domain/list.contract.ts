// What may come over the wire about any list.
import { z } from 'zod'

/** A page, from 1. */
export const pageNumber = z.string().regex(/^[1-9]\d{0,5}$/)
export const listQuery = z.object({ page: pageNumber.optional() })
