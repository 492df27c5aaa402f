// How an event is declared: name, the zod schema of each version with the step to the next, and which fields are sealed.
import { z } from 'zod'
import { fits } from './quick-fit.ts'

const sealedBy = z.registry<{ sealed: string }>()

/**
 * Marks a personal field. It is stored encrypted under the key of the person whose id stands in the event's field `subject`,
 * and reads as null once that key was destroyed.
 */
export function sealed<S extends z.ZodType<string | null>>(schema: S, subject: string) {
  const nullable = schema.nullable()
  sealedBy.add(nullable, { sealed: subject })
  return nullable
}

type Data = Record<string, unknown>

/** A version and the step to the next one. Array index + 1 = version. */
export type OlderVersion = {
  schema: z.ZodObject
  up: (data: Data, previous?: Data) => Data
  down?: ((data: Data) => Data) | undefined
  looksBack?: boolean | undefined
}

/** How data of one version becomes data of the next; typed by the schemas it goes between. */
export type Step<Old extends z.ZodObject, New extends z.ZodObject> = {
  /** previous: the data, as stored, of the event before this one in its stream; only with looksBack, and absent for the first. */
  up(data: z.output<Old>, previous?: Data): z.output<New>
  /** The event alone does not say all of the next shape: the one before it is looked up. Nothing of either may be sealed. */
  looksBack?: boolean
  /**
   * The next version is read, and not written yet: what is decided is stored in the version before. The release after the last one that
   * cannot read the next version takes this line away.
   */
  down?(data: z.output<New>): z.output<Old>
}

export type EventDefinition<Data = unknown> = {
  readonly name: string
  /** The newest version that is read, counted from 1: the shape that all code sees. */
  readonly version: number
  /** The version that is stored: older than the newest while processes may run that cannot read that one. */
  readonly writes: number
  /** The newest shape, strict: an unknown field is refused. */
  readonly schema: z.ZodType<Data>
  readonly shape: z.ZodObject
  readonly older: readonly OlderVersion[]
  /** Sealed field -> field that holds the person's id. */
  readonly sealedFields: Readonly<Record<string, string>>
}

/** A definition that can be given one version more. */
export type VersionedEvent<S extends z.ZodObject> = Omit<EventDefinition<z.output<S>>, 'shape'> & {
  readonly shape: S
  /** The next version, and how data of this one becomes data of it. */
  next<New extends z.ZodObject>(schema: New, step: Step<S, New>): VersionedEvent<New>
}

/** Declares an event in its first version. Its name and every schema version are storage formats: once merged they stay for ever. */
export function defineEvent<S extends z.ZodObject>(name: string, schema: S): VersionedEvent<S> {
  return versioned(name, schema, [])
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

/** The shape of a version, the newest or an older one. */
export function shapeOf({ older, shape }: Pick<EventDefinition, 'older' | 'shape'>, version: number): z.ZodObject {
  return older[version - 1]?.schema ?? shape
}

/** Data of the newest version as data of the one that is written. */
export function lowered({ older, writes }: Pick<EventDefinition, 'older' | 'writes'>, data: Data): Data {
  return older.slice(writes - 1).reduceRight((newer, { down }) => (down ? down(newer) : newer), data)
}

/** Why data is not of today's shape, without anything of the data; undefined if it is. */
export function misfitOf({ schema }: Pick<EventDefinition, 'schema'>, data: unknown): string | undefined {
  if (fits(schema, data)) return undefined
  const { error } = schema.safeParse(data)
  return error?.issues.map(({ path, message }) => `${path.join('.') || 'data'}: ${message}`).join('; ')
}

/** The sealed fields of one shape: field -> field that holds the person's id. Throws if a mark stands deeper, since only whole fields are sealed. */
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

/** A shape as JSON schema; a sealed field carries `sealed`: the name of the field with the person's id. */
export function publicSchema(schema: z.ZodObject): Record<string, unknown> {
  const shape = Object.entries(z.toJSONSchema(schema, { metadata: sealedBy }))
  return Object.fromEntries(shape.filter(([name]) => name !== '$schema'))
}

export type EventDefinitions = Readonly<Record<string, EventDefinition>>

/** The discriminated union of the events of one aggregate: `{ type, data }`. */
export type EventOf<D extends EventDefinitions> = {
  [K in keyof D & string]: { type: K; data: D[K] extends EventDefinition<infer Data> ? Data : never }
}[keyof D & string]

export type AnyEvent = { type: string; data: unknown }
