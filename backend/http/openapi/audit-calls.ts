// The calls of the audit, and what they return.
import { z } from 'zod'
import type { AuditPage } from '#backend/audit/audit-page.ts'
import type { CauseCommand, CausesPage } from '#backend/audit/causes/causes-page.ts'
import type { EntityPage } from '#backend/audit/entity-page.ts'
import type { StockLedger } from '#backend/audit/stock-ledger.ts'
import type { ToldEvent } from '#backend/audit/told-events.ts'
import type { UndoView } from '#backend/audit/undo/undo-view.ts'
import { type AuditEntity, type AuditKind, auditEntities, auditKinds } from '#backend/domain/audit/audit.limits.ts'
import type { Call } from './call.ts'

const kind = z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]])
const entityKind = z.enum(Object.keys(auditEntities) as [AuditEntity, ...AuditEntity[]])
const entity = z.object({ of: z.string(), kind: entityKind, title: z.string() })
const actor = z.object({ text: z.string(), userId: z.int().nullable() })
const fact = z.object({ name: z.string(), value: z.string() })
const changes = z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
const undo = z.object({
  does: z.string(),
  changes,
  asks: z.enum(['key', 'reason']).nullable(),
  seen: z.int().nullable(),
}) satisfies z.ZodType<UndoView>
/** Positions of the event that it took back, and of the first that took it back. */
const takenBack = { undoes: z.int().nullable(), undoneBy: z.int().nullable() }
const row = z.object({
  position: z.int(),
  at: z.iso.datetime(),
  type: z.string(),
  kind,
  sentence: z.string(),
  actor,
  command: z.string(),
  reason: z.string().nullable(),
  entity: entity.nullable(),
  changes,
  covered: z.array(z.string()),
  cause: z.int().nullable(),
  undo: undo.nullable(),
  ...takenBack,
})
const page = z.object({ rows: z.array(row), next: z.int().nullable() }) satisfies z.ZodType<AuditPage>
const story = entity.extend({
  rows: z.array(row),
  earlier: z.int(),
  base: z.array(fact),
  isWhole: z.boolean(),
}) satisfies z.ZodType<EntityPage>
const causeEvent = z.object({
  position: z.int(),
  at: z.iso.datetime(),
  sentence: z.string(),
  entity: entity.nullable(),
  jobs: z.array(z.string()),
  ...takenBack,
})
const command = z.object({
  under: z.int().nullable(),
  title: z.string(),
  actor,
  events: z.array(causeEvent),
}) satisfies z.ZodType<CauseCommand>

const causes = z.object({ commands: z.array(command), left: z.int() }) satisfies z.ZodType<CausesPage>

const toldEvent = row.pick({
  ...({ position: true, at: true, sentence: true, actor: true, reason: true, entity: true } as const),
}) satisfies z.ZodType<ToldEvent>

const units = z.object({ onHand: z.int(), reserved: z.int() })
const movement = row
  .pick({ position: true, at: true, sentence: true, actor: true, command: true })
  .extend({ change: units, balance: units })
const ledger = z.object({
  items: z.array(movement),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
}) satisfies z.ZodType<StockLedger>

const csvFile = { returns: [200, z.string()], file: 'text/csv' } as const

export const auditCalls: Readonly<Record<string, Call>> = {
  'GET /api/panel/audit': {
    does: 'A page of the log as sentences, newest first, filtered by actor, kind, entity and days.',
    returns: [200, page],
  },
  'GET /api/panel/audit/export': {
    does: 'All events of the audit that the filters let through, newest first, as a file; accounts by their numbers.',
    ...csvFile,
  },
  'GET /api/panel/audit/entity': {
    does: "An entity's events from its first on, each with what it changed.",
    returns: [200, story],
    refuses: ['not_found'],
  },
  'GET /api/panel/audit/causes': {
    does: 'What led to an event, what it led to and what took it back; of a request with very many events those nearest to it.',
    returns: [200, causes],
    refuses: ['not_found'],
  },
  'GET /api/panel/audit/stock/:id': {
    does: 'A page of the movements of a product’s stock, newest first, each with the balance after it.',
    returns: [200, ledger],
  },
  'GET /api/panel/audit/reviews': {
    does: 'The last deletion of each review of a product, or by an account, with its reason; the newest twenty.',
    returns: [200, z.object({ reviews: z.array(toldEvent) })],
  },
  'POST /api/panel/audit/uncover': {
    does: 'Shows the personal fields of an event, after appending that the caller looked.',
    returns: [200, z.object({ values: z.array(fact) })],
    refuses: ['not_found'],
  },
  'POST /api/panel/audit/undo': {
    does: 'Takes an event back by the command that compensates for it, as it was shown beside the event; the event stays in the log.',
    returns: [200, z.object({ position: z.int() })],
    refuses: [
      ...(['not_found', 'changed_meanwhile', 'already_done', 'batch_refused', 'conflict'] as const),
      ...(['product_changed', 'below_held_stock', 'delivery_changed', 'synonyms_changed'] as const),
      ...(['user_erased', 'last_admin', 'role_changed', 'admin_stays_active'] as const),
      ...(['role_key_missing', 'role_key_rejected', 'role_change_blocked', 'role_key_unset'] as const),
    ],
  },
}
