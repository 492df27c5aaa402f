import type { AuditKind } from '#backend/domain/audit/audit.limits.ts'
import { type ShopLog, shopLog } from '#backend/domain/shop-log.ts'
import { misfitOf } from '#backend/eventstore/definition/event-definition.ts'
import { type EventIn, eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import { accountEntries } from './account-sentences.ts'
import type { Entries, Entry } from './entries.ts'
import { operationEntries } from './operation-sentences.ts'
import { paymentEntries } from './payment-sentences.ts'
import { productEntries } from './product-sentences.ts'
import { saleEntries } from './sale-sentences.ts'

export const entries: Entries<EventIn<ShopLog>> = {
  ...accountEntries,
  ...productEntries,
  ...saleEntries,
  ...paymentEntries,
  ...operationEntries,
}

const definitions = new Map(eventDefinitionsOf(shopLog).map((definition) => [definition.name, definition]))

export type Worded = { sentence: string; kind: AuditKind; reason: string | null }

/** Names events that this code cannot read. */
export function tell({ type, data }: { type: string; data: unknown }): Worded {
  const definition = definitions.get(type)
  const entry = Object.hasOwn(entries, type) ? (entries[type as keyof typeof entries] as Entry<unknown>) : undefined
  if (!entry || !definition || misfitOf(definition, data) !== undefined)
    return { sentence: `Un hecho «${type}» que esta versión de la tienda no sabe leer.`, kind: 'system', reason: null }
  const told = entry.says(data)
  const [sentence, reason = null] = typeof told === 'string' ? [told] : told
  return { sentence, kind: entry.kind, reason }
}

export function typesOf(kind: AuditKind): string[] {
  return Object.entries(entries).flatMap(([type, entry]) => (entry.kind === kind ? [type] : []))
}
