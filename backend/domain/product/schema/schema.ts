// A category's schema. An attribute's key and kind are permanent, since products keep what was entered under the key.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { SchemaEvent } from './schema.events.ts'
import type { Attribute, AttributeKind, Schema } from './schema.limits.ts'

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
    const wanted = attributes.map(copyOf)
    if (JSON.stringify(present.map(copyOf)) === JSON.stringify(wanted)) return []
    if (seen !== revision) throw new Rejection('schema_changed')
    const other = wanted.find(({ key, kind }) => Object.hasOwn(kinds, key) && kinds[key] !== kind)
    if (other) throw new Rejection('attribute_kind_fixed', { label: other.label, key: other.key })
    return [{ type: 'CategorySchemaChanged', data: { category, revision: revision + 1, attributes: wanted } }]
  },
}

/** In one order of fields. */
function copyOf({ key, label, kind, aliases, unit, choices, steps, ...rest }: Attribute) {
  const { isRequired, filter, isComparable, role } = rest
  const lists = { aliases: [...aliases], choices: [...choices], steps: [...steps] }
  return { key, label, kind, unit, ...lists, isRequired, filter, isComparable, role }
}
