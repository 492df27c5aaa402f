// What is said of each event of the shop, by its type: the map is exhaustive, so an event without a sentence does not compile.
import type { AuditKind } from '#backend/domain/audit/audit.limits.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'

export type Entry<Data> = {
  kind: AuditKind
  /** A Spanish sentence; personal fields come covered, and null for a person who was erased. */
  says(data: Data): string
  /** Why, where the event itself tells it. */
  why?(data: Data): string | null
}

/** An entry for each of these events. Old versions are read as today's, so each type has one. */
export type Entries<Event extends AnyEvent> = {
  readonly [Type in Event['type']]: Entry<Extract<Event, { type: Type }>['data']>
}
