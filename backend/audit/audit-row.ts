// An event as a row of the audit.
import { type AuditEntity, type AuditKind, auditEntities } from '#backend/domain/audit/audit.limits.ts'
import type { TakenBack } from './causes/compensations.ts'
import type { Change } from './changes-between.ts'
import type { EventView } from './event-view.ts'
import { type FieldChange, fieldChanges } from './field-changes.ts'
import { coverEvent, personalFieldsOf } from './personal.ts'
import type { UndoView } from './undo/undo-view.ts'
import { type ActorView, actorView, commandText } from './wording/acting.ts'
import { fieldName } from './wording/field-names.ts'
import { tell } from './wording/sentences.ts'

/** `of`: as an address asks for it, like `order-9`. */
export type EntityView = { of: string; kind: AuditEntity; title: string }

export type AuditRow = TakenBack & {
  position: number
  /** ISO, UTC. */
  at: string
  type: string
  kind: AuditKind
  sentence: string
  actor: ActorView
  /** The command behind it. */
  command: string
  reason: string | null
  entity: EntityView | null
  changes: FieldChange[]
  /** The names of personal fields that are covered and can be uncovered. */
  covered: string[]
  /** The position of the event that led to it. */
  cause: number | null
  /** What takes it back; null where nothing does, or the caller may not. */
  undo: UndoView | null
}

/** What has a page of its own; null for a stream that has none. */
export function entityView(stream: string): EntityView | null {
  const [kind, id] = [stream.slice(0, stream.indexOf('-')), stream.slice(stream.indexOf('-') + 1)]
  // What was uncovered of a person is told with the person's account.
  const own = kind === 'audit' ? 'user' : kind
  if (!Object.hasOwn(auditEntities, own)) return null
  const known = own as AuditEntity
  return { of: `${known}-${id}`, kind: known, title: titleOf(known, id) }
}

function titleOf(kind: AuditEntity, id: string): string {
  const [first, second] = id.split(':')
  if (kind === 'review') return `Reseña de la cuenta Nº ${second} sobre el producto Nº ${first}`
  return `${auditEntities[kind]} Nº ${id}`
}

/** What is told beside an event: what it changed of its stream's state, the names of accounts, what takes it back, and what did. */
export type Told = {
  changes: readonly Change[]
  names: ReadonlyMap<number, string>
  undo?: UndoView | undefined
  takenBack?: TakenBack
}

/** The event comes with its personal fields open, and leaves with them covered. */
export function auditRow(event: EventView, { changes, names, undo, takenBack }: Told): AuditRow {
  const { position, at, type, stream, actor, cause, causation = null } = event
  return {
    position,
    at,
    type,
    ...tell(coverEvent(event)),
    actor: actorView(actor, names),
    command: commandText(cause),
    entity: entityView(stream),
    changes: fieldChanges(stream, changes),
    covered: personalFieldsOf(event)?.fields.map(fieldName) ?? [],
    cause: causation,
    undo: undo ?? null,
    ...(takenBack ?? { undoes: null, undoneBy: null }),
  }
}
