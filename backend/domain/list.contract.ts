// What may come over the wire about any list.
import { z } from 'zod'
import { longestSearch } from './list.limits.ts'

/** A page, from 1. */
export const pageNumber = z.string().regex(/^[1-9]\d{0,5}$/)
export const listQuery = z.object({ page: pageNumber.optional() })

/** A page of a list of the panel, of the rows whose name holds `q`. */
export const panelQuery = listQuery.extend({ q: z.string().trim().max(longestSearch).optional() })
