import { shopLog } from '#backend/domain/shop-log.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import type { EventView } from './event-view.ts'

/** Sealed, yet shown: admins wrote these for auditors. */
const open = new Set(['reason', 'note'])
const sealedFields = new Map(eventDefinitionsOf(shopLog).map(({ name, sealedFields }) => [name, sealedFields]))
const personalPaths = new Set(['name', 'email', 'imageUrl', 'google.subject'])

const ofAddress = /^(?:shipping\.)?address(?:\.|$)|^refundCbu$|^invoice\.taxId$/

export function mask(value: string): string {
  const [first = ''] = value
  return value.includes('@') ? `${first}•••@…` : `${first}•••`
}

export type Personal = { userId: number; fields: string[] }

/** The masked fields of an event and their person; null without any, or if the person was erased. */
export function personalFieldsOf({ type, data }: Pick<EventView, 'type' | 'data'>): Personal | null {
  const own = Object.entries(sealedFields.get(type) ?? {}).filter(
    ([field]) => !open.has(field) && typeof data[field] === 'string',
  )
  const [subject] = own.map(([, of]) => data[of])
  return typeof subject === 'number' ? { userId: subject, fields: own.map(([field]) => field) } : null
}

export function coverEvent<Event extends Pick<EventView, 'type' | 'data'>>(event: Event): Event {
  const sealed = Object.keys(sealedFields.get(event.type) ?? {})
  const shown = sealed.map((field) => [field, open.has(field) ? event.data[field] : masked(event.data[field])])
  return { ...event, data: { ...event.data, ...Object.fromEntries(shown) } }
}

export function coverState(stream: string, path: string, value: unknown): unknown {
  const isPersonal = stream.startsWith('user-') && personalPaths.has(path)
  return isPersonal || ofAddress.test(path) ? masked(value) : value
}

/** Shows nothing of a value that is not text. */
function masked(value: unknown): unknown {
  if (value === null || value === undefined) return value
  return typeof value === 'string' ? mask(value) : '•••'
}
