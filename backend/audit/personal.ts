// Personal fields are covered wherever the log is shown; whose they are and what they are called stays.
import { shopLog } from '#backend/domain/shop-log.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import type { EventView } from './event-view.ts'

/** Sealed, and still shown: an auditor asks for nothing else, and admins wrote it. */
const open = new Set(['reason', 'note'])
const sealedFields = new Map(eventDefinitionsOf(shopLog).map(({ name, sealedFields }) => [name, sealedFields]))
/** Where a person's state holds what is personal. */
const personalPaths = new Set(['name', 'email', 'imageUrl', 'google.subject'])

/** Of an account, and of an order that is shipped. */
const ofAddress = /^(?:shipping\.)?address(?:\.|$)/

/** `a•••@…`, `D•••`. */
export function cover(value: string): string {
  const [first = ''] = value
  return value.includes('@') ? `${first}•••@…` : `${first}•••`
}

export type Personal = { userId: number; fields: string[] }

/** The covered fields of an event and the person they are of; null if it has none, or nothing can be uncovered any more. */
export function personalFieldsOf({ type, data }: Pick<EventView, 'type' | 'data'>): Personal | null {
  const own = Object.entries(sealedFields.get(type) ?? {}).filter(
    ([field]) => !open.has(field) && typeof data[field] === 'string',
  )
  const [subject] = own.map(([, of]) => data[of])
  return typeof subject === 'number' ? { userId: subject, fields: own.map(([field]) => field) } : null
}

/** The event with its personal fields covered; they are null if the person was erased. */
export function coverEvent<Event extends Pick<EventView, 'type' | 'data'>>(event: Event): Event {
  const sealed = Object.keys(sealedFields.get(event.type) ?? {})
  const shown = sealed.map((field) => [field, open.has(field) ? event.data[field] : covered(event.data[field])])
  return { ...event, data: { ...event.data, ...Object.fromEntries(shown) } }
}

/** A value of a state, covered if it is personal. */
export function coverState(stream: string, path: string, value: unknown): unknown {
  const isPersonal = stream.startsWith('user-') && personalPaths.has(path)
  return isPersonal || ofAddress.test(path) ? covered(value) : value
}

/** What could not be opened is not shown at all. */
function covered(value: unknown): unknown {
  if (value === null || value === undefined) return value
  return typeof value === 'string' ? cover(value) : '•••'
}
