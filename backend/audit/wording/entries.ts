// The audit's entries by kind. All of them are exhaustive, so an event without a sentence does not compile.
import type { AuditKind } from '#backend/domain/audit/audit.limits.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { AnyEvent, DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { EventIn } from '#backend/eventstore/definition/log-definition.ts'

export type Told = string | readonly [sentence: string, reason: string | null]

/** Personal fields arrive masked, or null for an erased person. */
export type Entry<Data> = { kind: AuditKind; says(data: Data): Told }

/** Events arrive upcast, so each type needs one entry. */
export type Entries<Event extends AnyEvent> = {
  readonly [Type in Event['type']]: Entry<DataOf<Event, Type>>
}

type ShopEvent = EventIn<ShopLog>

export function ofKind<Type extends ShopEvent['type']>(
  kind: AuditKind,
  sentences: { readonly [Each in Type]: Entry<DataOf<ShopEvent, Each>>['says'] },
) {
  const entries = Object.entries(sentences).map(([type, says]) => [type, { kind, says }])
  return Object.fromEntries(entries) as Entries<Extract<ShopEvent, { type: Type }>>
}
