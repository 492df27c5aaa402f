// Converts event data between code and stored JSON: seals on the way in, opens and upcasts on the way out.
import type { EventDefinition } from '#backend/eventstore/definition/event-definition.ts'
import { open, type SubjectKeys, seal } from '#backend/eventstore/log/keyring.ts'

type SealedField = { $sealed: string; of: number }

/** A sealed field becomes its ciphertext, or null if the person's key is destroyed. */
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

/** Opens stored data and upcasts them step by step, by default to today's version. */
export function readData(
  { name, older, version: today, sealedFields }: EventDefinition,
  from: number,
  stored: Record<string, unknown>,
  keys: Pick<SubjectKeys, 'get'>,
  to: number = today,
): Record<string, unknown> {
  const maySeal = older.length > 0 || Object.keys(sealedFields).length > 0
  let data = maySeal ? openFields(name, stored, keys) : stored
  for (const { up } of older.slice(from - 1, to - 1)) data = up(data)
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

export function isSealed(value: unknown): value is SealedField {
  return (
    typeof value === 'object' && value !== null && '$sealed' in value && Number.isSafeInteger((value as SealedField).of)
  )
}
