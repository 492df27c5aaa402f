// How an event is declared: name, zod schema of today, the older schemas with their upcasters, and which fields are sealed.
import { z } from 'zod'

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

/** An older shape of an event: `up` turns it into the next one. Array index + 1 = version. */
export type OlderVersion = {
  schema: z.ZodObject
  /** previous: the data, as stored, of the event before this one in its stream; only with looksBack, and absent for the first. */
  up: (data: Data, previous?: Data) => Data
  /** The event alone does not say all of the next shape: the one before it is looked up. Nothing of either may be sealed. */
  looksBack?: boolean
}

export type EventDefinition<Data = unknown> = {
  readonly name: string
  /** Today's version, counted from 1; stored beside each event. */
  readonly version: number
  /** Today's shape, strict: an unknown field is refused. */
  readonly schema: z.ZodType<Data>
  readonly shape: z.ZodObject
  readonly older: readonly OlderVersion[]
  /** Sealed field -> field that holds the person's id. */
  readonly sealedFields: Readonly<Record<string, string>>
}

/** Declares an event. Its name and every schema version are storage formats: once merged they stay for ever. */
export function defineEvent<S extends z.ZodObject>(
  name: string,
  schema: S,
  older: readonly OlderVersion[] = [],
): EventDefinition<z.output<S>> {
  const sealedFields = sealedFieldsOf(schema)
  return { name, version: older.length + 1, schema: schema.strict() as never, shape: schema, older, sealedFields }
}

/** Why data is not of today's shape, without anything of the data; undefined if it is. */
export function misfitOf({ schema }: Pick<EventDefinition, 'schema'>, data: unknown): string | undefined {
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
