// What may come over the wire about the audit.
import { z } from 'zod'
import { day } from '#backend/domain/list.contract.ts'
import {
  type AuditKind,
  actorPattern,
  auditKinds,
  entityPattern,
  longestReason,
  positionPattern,
  reviewerPattern,
} from './audit.limits.ts'

const position = z.string().regex(positionPattern)

/** Which events; `from` and `to` are days of the shop, both included; `before`: a position, for the rows that follow a page. */
export const auditQuery = z.object({
  actor: z.string().regex(actorPattern).optional(),
  kind: z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]]).optional(),
  entity: z.string().regex(entityPattern).optional(),
  from: day.optional(),
  to: day.optional(),
  before: position.optional(),
})
export type AuditQuery = z.output<typeof auditQuery>
/** A file holds all of them. */
export const auditExport = auditQuery.omit({ before: true })

export const entityQuery = z.object({ of: z.string().regex(entityPattern) })
/** Of a product or of an account. */
export const deletedReviewsQuery = z.object({ of: z.string().regex(reviewerPattern) })
export const causesQuery = z.object({ position })
/** The event whose personal fields are to be shown. */
export const uncovering = z.object({ position: z.int().positive() })

/**
 * The event that is to be taken back. seen: the version of its stream that the caller was shown; superAdminKey: where authority changes;
 * reason: for many products.
 */
export const undoing = z.object({
  position: z.int().positive(),
  seen: z.int().positive().nullable(),
  superAdminKey: z.string().min(1).max(200).optional(),
  reason: z.string().trim().min(1).max(longestReason).optional(),
})
