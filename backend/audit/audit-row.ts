// An event as a row of the audit.
import { type AuditEntity, type AuditKind, auditEntities } from '#backend/domain/audit/audit.limits.ts'
import type { Change } from './changes-between.ts'
import type { EventView } from './event-view.ts'
import { coverEvent, coverState, personalFieldsOf } from './personal.ts'
import { type ActorView, actorView, commandText } from './wording/acting.ts'
import { fieldName, pathName, valueText } from './wording/field-names.ts'
import { tell } from './wording/sentences.ts'

/** null: there was, or is, none. */
export type FieldChange = { name: string; before: string | null; after: string | null }
/** `of`: as an address asks for it, like `order-9`. */
export type EntityView = { of: string; kind: AuditEntity; title: string }

export type AuditRow = {
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

/** The event comes with its personal fields open, and leaves with them covered. changes: of the state of its stream. */
export function auditRow(event: EventView, changes: readonly Change[], names: ReadonlyMap<number, string>): AuditRow {
  const { position, at, type, stream, actor, cause, causation = null } = event
  return {
    ...{ position, at, type, ...tell(coverEvent(event)) },
    ...{ actor: actorView(actor, names), command: commandText(cause), entity: entityView(stream) },
    changes: fieldChanges(stream, changes),
    covered: personalFieldsOf(event)?.fields.map(fieldName) ?? [],
    cause: causation,
  }
}

function fieldChanges(stream: string, changes: readonly Change[]): FieldChange[] {
  return changes.flatMap((change) => {
    const name = pathName(change.path)
    // The state of before there was one.
    if (name === null || change.path === '') return []
    const text = (side: 'before' | 'after') => {
      const value = coverState(stream, change.path, change[side])
      // An empty list or a group without a value is none.
      return value === undefined || (typeof value === 'object' && value !== null) ? null : valueText(change.path, value)
    }
    const [before, after] = [text('before'), text('after')]
    return before === null && after === null ? [] : [{ name, before, after }]
  })
}
