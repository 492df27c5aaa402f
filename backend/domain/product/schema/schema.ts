// A category's schema. An attribute's key and kind are permanent, since products keep what was entered under the key.

import { Rejection } from '#backend/domain/rejection.ts'
import { isSameContent } from '#backend/domain/same-content.limits.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { SchemaEvent } from './schema.events.ts'
import type { AttributeKind, Schema } from './schema.limits.ts'

/** `kinds`: of every key that the category ever had. */
export type SchemaState = { revision: number; attributes: Schema; kinds: Readonly<Record<string, AttributeKind>> }
/** `seen`: the revision that the caller edited. */
export type SchemaCommand = { type: 'ChangeSchema'; category: string; attributes: Schema; seen: number }

export const schema: Decider<SchemaState, SchemaCommand, SchemaEvent, 'schema'> = {
  category: 'schema',
  initial: { revision: 0, attributes: [], kinds: {} },
  evolve: ({ kinds }, { data: { revision, attributes } }) => ({
    revision,
    attributes,
    kinds: { ...kinds, ...Object.fromEntries(attributes.map(({ key, kind }) => [key, kind])) },
  }),
  /** Ignores an identical list. Throws Rejection schema_changed; attribute_kind_fixed for a key with another kind. */
  decide({ revision, attributes: present, kinds }, { category, attributes, seen }) {
    if (isSameContent(present, attributes)) return []
    if (seen !== revision) throw new Rejection('schema_changed')
    const other = attributes.find(({ key, kind }) => Object.hasOwn(kinds, key) && kinds[key] !== kind)
    if (other) throw new Rejection('attribute_kind_fixed', { label: other.label, key: other.key })
    const told = attributes as DataOf<SchemaEvent, 'CategorySchemaChanged'>['attributes']
    return [{ type: 'CategorySchemaChanged', data: { category, revision: revision + 1, attributes: told } }]
  },
}
