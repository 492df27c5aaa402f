// Reveals one event's personal fields, after the caller's reveal was appended to the log.
import { type LogReader, viewEventAt } from './event-query.ts'
import { type Personal, personalFieldsOf } from './personal.ts'
import { fieldName } from './wording/field-names.ts'

export type Revealed = Personal & { values: { name: string; value: string }[] }

/** Null without an event at the position; `fields` is empty if nothing is personal, or for an erased person. */
export async function findPersonal(reader: LogReader, position: number): Promise<Revealed | null> {
  const event = await viewEventAt(reader, position, { unseal: true })
  if (!event) return null
  const { userId, fields } = personalFieldsOf(event) ?? { userId: 0, fields: [] }
  return {
    userId,
    fields,
    values: fields.map((field) => ({ name: fieldName(field), value: String(event.data[field]) })),
  }
}
