// Declares events: name, the zod schema of each version with the step to the next, and the sealed fields.
import { z } from 'zod'

const sealedBy = z.registry<{ sealed: string }>()

/**
 * Marks a personal field. The store encrypts the value under the key of the person whose id is in the event's field
 * `subject`; readers get null once that key is destroyed.
 */
export function sealed<S extends z.ZodType<string | null>>(schema: S, subject: string) {
  const nullable = schema.nullable()
  sealedBy.add(nullable, { sealed: subject })
  return nullable
}

type Data = Record<string, unknown>

export type OlderVersion = {
  schema: z.ZodObject
  up: (data: Data) => Data
  down?: ((data: Data) => Data) | undefined
}

export type Step<Old extends z.ZodObject, New extends z.ZodObject> = {
  up(data: z.output<Old>): z.output<New>
  /**
   * Readers first: the store still writes the older version. Delete this function one release after every running
   * process can read the next version.
   */
  down?(data: z.output<New>): z.output<Old>
}

export type EventDefinition<Data = unknown> = {
  readonly name: string
  readonly version: number
  /** Older than `version` while processes may run without a reader for the newest. */
  readonly writes: number
  readonly schema: z.ZodType<Data>
  readonly shape: z.ZodObject
  readonly older: readonly OlderVersion[]
  readonly sealedFields: Readonly<Record<string, string>>
}

export type VersionedEvent<S extends z.ZodObject> = Omit<EventDefinition<z.output<S>>, 'shape'> & {
  readonly shape: S
  next<New extends z.ZodObject>(schema: New, step: Step<S, New>): VersionedEvent<New>
}

/**
 * Declares an event in its first version, to be followed by `next`. Its name and every schema version are storage formats: once merged, they stay
 * for ever.
 */
export function defineEvent<S extends z.ZodObject>(name: string, schema: S): VersionedEvent<S> {
  return versioned(name, schema, [])
}

/** Declares the events of a category by name: each as the schema of its first version, or defined with later ones. */
export function defineEvents<D extends Readonly<Record<string, z.ZodObject | EventDefinition>>>(events: D) {
  const defined = Object.entries(events).map(([name, event]) => [
    name,
    event instanceof z.ZodObject ? defineEvent(name, event) : event,
  ])
  return Object.fromEntries(defined) as {
    readonly [Name in keyof D]: D[Name] extends z.ZodObject ? VersionedEvent<D[Name]> : D[Name]
  }
}

function versioned<S extends z.ZodObject>(name: string, schema: S, older: readonly OlderVersion[]): VersionedEvent<S> {
  const notWritten = older.findIndex(({ down }) => down !== undefined)
  if (notWritten >= 0 && older.slice(notWritten).some(({ down }) => down === undefined))
    throw new Error(`${name}: a version after one that is not written yet is not written either`)
  return {
    name,
    version: older.length + 1,
    writes: notWritten >= 0 ? notWritten + 1 : older.length + 1,
    schema: schema.strict() as never,
    shape: schema,
    older,
    sealedFields: sealedFieldsOf(schema),
    next: (newer, step) => versioned(name, newer, [...older, { ...(step as unknown as OlderVersion), schema }]),
  }
}

export function shapeOf({ older, shape }: Pick<EventDefinition, 'older' | 'shape'>, version: number): z.ZodObject {
  return older[version - 1]?.schema ?? shape
}

export function lowered({ older, writes }: Pick<EventDefinition, 'older' | 'writes'>, data: Data): Data {
  return older.slice(writes - 1).reduceRight((newer, { down }) => (down ? down(newer) : newer), data)
}

export function misfitOf({ schema }: Pick<EventDefinition, 'schema'>, data: unknown): string | undefined {
  const { error } = schema.safeParse(data)
  return error?.issues.map(({ path, message }) => `${path.join('.') || 'data'}: ${message}`).join('; ')
}

/** Maps sealed fields to the field with the person's id. Throws for a nested mark: only whole fields are sealed. */
export function sealedFieldsOf(schema: z.ZodObject): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [field, type] of Object.entries(schema.shape)) {
    const mark = sealedBy.get(type as z.ZodType)
    if (mark) fields[field] = mark.sealed
  }
  const marks = JSON.stringify(publicSchema(schema)).split('"sealed":"').length - 1
  if (marks !== Object.keys(fields).length)
    throw new Error('sealed() marks a field of the event itself, nothing inside')
  return fields
}

export function publicSchema(schema: z.ZodObject): Record<string, unknown> {
  const shape = Object.entries(z.toJSONSchema(schema, { metadata: sealedBy }))
  return Object.fromEntries(shape.filter(([name]) => name !== '$schema'))
}

export type EventDefinitions = Readonly<Record<string, EventDefinition>>

export type EventOf<D extends EventDefinitions> = {
  [K in keyof D & string]: { type: K; data: D[K] extends EventDefinition<infer Data> ? Data : never }
}[keyof D & string]

export type DataOf<Event extends AnyEvent, Type extends Event['type']> = Extract<Event, { type: Type }>['data']

export type AnyEvent = { type: string; data: unknown }
