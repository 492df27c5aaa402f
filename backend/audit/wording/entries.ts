// Types of the audit's entries: the map is exhaustive, so an event without a sentence does not compile.
import type { AuditKind } from '#backend/domain/audit/audit.limits.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'

export type Entry<Data> = {
  kind: AuditKind
  /** A Spanish sentence; personal fields arrive masked, or null for an erased person. */
  says(data: Data): string
  why?(data: Data): string | null
}

/** Events arrive upcast, so each type needs one entry. */
export type Entries<Event extends AnyEvent> = {
  readonly [Type in Event['type']]: Entry<Extract<Event, { type: Type }>['data']>
}
