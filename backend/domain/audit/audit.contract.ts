import { z } from 'zod'
import { day, keysOf, matching, numberIn, panelPage, textUpTo } from '#backend/domain/list.contract.ts'
import {
  actorPattern,
  auditEntities,
  auditKinds,
  entityPattern,
  longestReason,
  positionPattern,
  reviewerPattern,
} from './audit.limits.ts'

const position = numberIn(positionPattern)

/** `from` and `to`: days of the shop, inclusive; `before`: the position after which a page continues. */
export const auditQuery = z.object({
  actor: matching(actorPattern).optional(),
  kind: keysOf(auditKinds).optional(),
  entity: matching(entityPattern).optional(),
  from: day.optional(),
  to: day.optional(),
  before: position.optional(),
})
export type AuditQuery = z.output<typeof auditQuery>
export const auditExport = auditQuery.omit({ before: true })

export const entityQuery = z.object({ of: matching(entityPattern) })
export const deletedReviewsQuery = z.object({ of: matching(reviewerPattern) })
export const causesQuery = z.object({ position })
export const revealing = z.object({ position: z.int().positive() })

/** `seen`: the stream's version as shown; `superAdminKey`: for changes of authority; `reason`: for batches. */
export const undoing = z.object({
  position: z.int().positive(),
  seen: z.int().positive().nullable(),
  superAdminKey: z.string().min(1).max(200).optional(),
  reason: textUpTo(longestReason).optional(),
})

const entity = z.object({
  of: z.string(),
  kind: keysOf(auditEntities),
  title: z.string(),
})
export type EntityView = z.output<typeof entity>
const actor = z.object({ text: z.string(), userId: z.int().nullable() })
export type ActorView = z.output<typeof actor>
const fact = z.object({ name: z.string(), value: z.string() })
const change = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FieldChange = z.output<typeof change>
const undo = z.object({
  does: z.string(),
  changes: z.array(change),
  asks: z.enum(['key', 'reason']).nullable(),
  /** The stream's version when it was read: another one means a change since. Null for stock, which others may move. */
  seen: z.int().nullable(),
})
export type UndoView = z.output<typeof undo>
/** Positions of the event that it took back, and of the first that took it back. */
const takenBack = z.object({ undoes: z.int().nullable(), undoneBy: z.int().nullable() })
export type TakenBack = z.output<typeof takenBack>

const row = takenBack.extend({
  position: z.int(),
  at: z.iso.datetime(),
  type: z.string(),
  kind: keysOf(auditKinds),
  sentence: z.string(),
  actor,
  command: z.string(),
  reason: z.string().nullable(),
  entity: entity.nullable(),
  changes: z.array(change),
  /** Names of masked personal fields that can be revealed. */
  masked: z.array(z.string()),
  cause: z.int().nullable(), // its causation; the metadata's `cause` is `command`
  /** The undo; null if there is none or the caller may not use one. */
  undo: undo.nullable(),
})
export type AuditRow = z.output<typeof row>

/** `next` is `before` of the following page. A page that looked far and found little is short, and has a next. */
export const auditAnswer = z.object({ rows: z.array(row), next: z.int().nullable() })
export type AuditPage = z.output<typeof auditAnswer>

export const entityAnswer = entity.extend({
  rows: z.array(row),
  earlier: z.int(),
  base: z.array(fact),
  /** False for a history too long for changes. */
  isWhole: z.boolean(),
})
export type EntityPage = z.output<typeof entityAnswer>

const causeEvent = takenBack.extend({
  position: z.int(),
  at: z.iso.datetime(),
  sentence: z.string(),
  entity: entity.nullable(),
  jobs: z.array(z.string()),
})
export type CauseEvent = z.output<typeof causeEvent>
const causeCommand = z.object({ under: z.int().nullable(), title: z.string(), actor, events: z.array(causeEvent) })
export const causesAnswer = z.object({ commands: z.array(causeCommand), left: z.int() })
export type CausesPage = z.output<typeof causesAnswer>

const wordedEvent = row.pick({ position: true, at: true, sentence: true, actor: true, reason: true, entity: true })
export type WordedEvent = z.output<typeof wordedEvent>
export const wordedEventsAnswer = z.object({ reviews: z.array(wordedEvent) })

const units = z.object({ onHand: z.int(), reserved: z.int() })
const movement = row
  .pick({ position: true, at: true, sentence: true, actor: true, command: true })
  .extend({ change: units, balance: units })
export type StockMovement = z.output<typeof movement>
export const stockLedgerAnswer = panelPage(movement)
export type StockLedger = z.output<typeof stockLedgerAnswer>

export const revealedAnswer = z.object({ values: z.array(fact) })
export const undoneAnswer = z.object({ position: z.int() })
