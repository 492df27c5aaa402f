import type { AuditRow, EntityView, TakenBack, UndoView } from '#backend/domain/audit/audit.contract.ts'
import { type AuditEntity, auditEntities } from '#backend/domain/audit/audit.limits.ts'
import type { Change } from './changes-between.ts'
import type { EventView } from './event-view.ts'
import { fieldChanges } from './field-changes.ts'
import { coverEvent, personalFieldsOf } from './personal.ts'
import { actorView, commandText } from './wording/acting.ts'
import { fieldName } from './wording/field-names.ts'
import { tell } from './wording/sentences.ts'

export function entityView(stream: string): EntityView | null {
  const [kind, id] = namesOf(stream)
  // Shows reveals of personal data with the person's account, and a cost with its product.
  const own = kind === 'audit' ? 'user' : kind === 'cost' ? 'product' : kind
  if (!Object.hasOwn(auditEntities, own)) return null
  const known = own as AuditEntity
  return { of: `${known}-${id}`, kind: known, title: titleOf(known, id) }
}

function namesOf(stream: string): [kind: string, id: string] {
  const [kind, id] = [stream.slice(0, stream.indexOf('-')), stream.slice(stream.indexOf('-') + 1)]
  return kind === 'payment' && id.startsWith('0:') ? ['unmatched', id.slice(2)] : [kind, id]
}

function titleOf(kind: AuditEntity, id: string): string {
  const [first, second] = id.split(':')
  if (kind === 'review') return `Reseña de la cuenta Nº ${second} sobre el producto Nº ${first}`
  return `${auditEntities[kind]} Nº ${id}`
}

export type RowContext = {
  changes: readonly Change[]
  names: ReadonlyMap<number, string>
  undo?: UndoView | undefined
  takenBack?: TakenBack
}

/** Takes an event with open personal fields and masks them. */
export function auditRow(event: EventView, { changes, names, undo, takenBack }: RowContext): AuditRow {
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
    masked: personalFieldsOf(event)?.fields.map(fieldName) ?? [],
    cause: causation,
    undo: undo ?? null,
    ...(takenBack ?? { undoes: null, undoneBy: null }),
  }
}
