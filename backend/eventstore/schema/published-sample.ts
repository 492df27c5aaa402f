// Publishes a version of an event: its shape and one stored sample.
import {
  type EventDefinition,
  publicSchema,
  sealedFieldsOf,
  shapeOf,
} from '#backend/eventstore/definition/event-definition.ts'
import { readData, sealData } from '#backend/eventstore/log/decoding/stored-data.ts'
import type { SubjectKeys } from '#backend/eventstore/log/keyring.ts'

export type PublishedEvent = {
  type: string
  version: number
  schema: Record<string, unknown>
  stored: { schema_version: number; data: Record<string, unknown>; meta: Record<string, unknown> }
  readAs: readonly Record<string, unknown>[]
}

/** Seals the samples; a test key that opens nothing else. */
export const goldenKey = Buffer.from('the golden corpus of this shop..')
export const goldenKeys: Pick<SubjectKeys, 'get'> = { get: () => goldenKey }

const meta = { actor: 'user:1', cause: 'Sample', correlation: '00000000-0000-4000-8000-000000000000' }

export function lockedSchema(definition: EventDefinition, version: number): Record<string, unknown> {
  return canonical(publicSchema(shapeOf(definition, version))) as Record<string, unknown>
}

/** Makes a version's published file; `earlier`: those of older versions. Throws if no sample can be generated. */
export function publish(
  definition: EventDefinition,
  version: number,
  earlier: readonly PublishedEvent[],
): PublishedEvent {
  const shape = shapeOf(definition, version)
  const schema = lockedSchema(definition, version)
  const event = shape.strict().parse(sample(definition.name, schema, counter()))
  const data = sealData({ name: definition.name, sealedFields: sealedFieldsOf(shape) }, event, goldenKeys)
  const stored = { schema_version: version, data, meta }
  const readAs = [...earlier.map((one) => one.stored), stored].map((row) =>
    readData(definition, row.schema_version, row.data, goldenKeys, version),
  )
  return { type: definition.name, version, schema, stored, readAs }
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value)
    // The pattern behind a format is up to the validator.
    .filter(([name]) => !(name === 'pattern' && 'format' in value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, name === 'required' ? [...(inner as string[])].sort() : canonical(inner)])
  return Object.fromEntries(sorted)
}

type Shape = {
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  items?: Shape
  properties?: Readonly<Record<string, Shape>>
  additionalProperties?: Shape | boolean
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

/** Generates an awkward valid value: Spanish letters, quotes, no two numbers equal. */
function sample(path: string, shape: Shape, next: () => number): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum.find((value) => value !== null)
  if (shape.anyOf) return sample(path, shape.anyOf.find((one) => one.type !== 'null') ?? {}, next)
  const [type] = [shape.type ?? 'any'].flat().filter((one) => one !== 'null')
  if (type === 'object' && shape.properties) {
    const fields = Object.entries(shape.properties)
    return Object.fromEntries(fields.map(([name, inner]) => [name, sample(`${path}.${name}`, inner, next)]))
  }
  if (type === 'object' && typeof shape.additionalProperties === 'object')
    return { clave: sample(`${path}.clave`, shape.additionalProperties, next) }
  if (type === 'array' && shape.items) return [sample(path, shape.items, next)]
  if (type === 'integer' || type === 'number') return within(shape, next())
  if (type === 'boolean') return true
  if (type === 'string' && shape.format === 'date-time') return '2026-11-21T12:00:00.000Z'
  if (type === 'string' && !shape.format && !shape.pattern) return `${path.split('.').at(-1)} «ñandú» "${next()}"`
  throw new Error(`no sample can be made up for ${path}: write its file by hand`)
}

function within({ minimum, maximum, exclusiveMinimum }: Shape, value: number): number {
  const least = Math.max(minimum ?? -Infinity, exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1)
  return Math.min(Math.max(value, least), maximum ?? Infinity)
}

function counter(): () => number {
  let last = 0
  return () => ++last
}
