// An event's data between the shape in code and the JSON in the table: sealed on the way in, opened and upcast on the way out.
import type { EventDefinition } from '#backend/eventstore/definition/event-definition.ts'
import { open, type SubjectKeys, seal } from '#backend/eventstore/log/keyring.ts'

/** A sealed field as stored: the ciphertext and whose key opens it. */
type SealedField = { $sealed: string; of: number }

/** An event's data as stored: a sealed field becomes its ciphertext, or null if the person has no key any more. */
export function sealData(
  { name, sealedFields }: Pick<EventDefinition, 'name' | 'sealedFields'>,
  data: Record<string, unknown>,
  keys: Pick<SubjectKeys, 'get'>,
): Record<string, unknown> {
  const stored = { ...data }
  for (const [field, subjectField] of Object.entries(sealedFields)) {
    if (data[field] === null) continue
    const subject = data[subjectField] as number
    const key = keys.get(subject)
    const sealed = key && seal(key, Buffer.from(data[field] as string), `${subject} ${name} ${field}`)
    stored[field] = sealed ? ({ $sealed: sealed.toString('base64url'), of: subject } satisfies SealedField) : null
  }
  return stored
}

/**
 * Stored data of one version as a later version (default: today's) reads it: opened, then upcast step by step. `before`: the data of the
 * event before it in its stream.
 */
export function readData(
  { name, older, version: today, sealedFields }: EventDefinition,
  from: number,
  stored: Record<string, unknown>,
  keys: Pick<SubjectKeys, 'get'>,
  to: number = today,
  before?: Record<string, unknown>,
): Record<string, unknown> {
  const maySeal = older.length > 0 || Object.keys(sealedFields).length > 0
  let data = maySeal ? openFields(name, stored, keys) : stored
  for (const { up } of older.slice(from - 1, to - 1)) data = up(data, before)
  return data
}

function openFields(
  type: string,
  stored: Record<string, unknown>,
  keys: Pick<SubjectKeys, 'get'>,
): Record<string, unknown> {
  const data = { ...stored }
  for (const [field, value] of Object.entries(stored)) {
    if (!isSealed(value)) continue
    const key = keys.get(value.of)
    data[field] = key
      ? open(key, Buffer.from(value.$sealed, 'base64url'), `${value.of} ${type} ${field}`).toString()
      : null
  }
  return data
}

/** Whether a stored value is a sealed field. */
export function isSealed(value: unknown): value is SealedField {
  return (
    typeof value === 'object' && value !== null && '$sealed' in value && Number.isSafeInteger((value as SealedField).of)
  )
}
