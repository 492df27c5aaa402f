// Converts stream names (`cart-7`, `review-12:40`) to uuids, which keep indexes small and local, and back.
import { createHash } from 'node:crypto'
import type { CategoryOf, LogDefinition } from '#backend/eventstore/definition/log-definition.ts'

/** Refuses leading zeros, so that no two ids share a uuid. */
const numericId = /^(0|[1-9]\d{0,11})(?::([1-9]\d{0,13}))?$/

/** `category-id`: one number, two numbers joined by ':', or a free text. */
export type StreamName<Category extends string = string> = `${Category}-${string | number}`
export type StreamOf<L extends LogDefinition> = StreamName<CategoryOf<L>>

/** One stream, or with ':*' every stream whose id begins with this number: `review-7:*`. */
export type StreamPattern = StreamName | `${string}-${number}:*`

type Log = Pick<LogDefinition, 'categories'>

export function categoryOf({ categories }: Log, name: StreamName): string {
  const category = name.slice(0, name.indexOf('-'))
  if (!Object.hasOwn(categories, category)) throw new Error(`unknown stream category: ${category}`)
  return category
}

export function categoryCode(log: Log, name: StreamName): number {
  return log.categories[categoryOf(log, name)]?.code ?? 0
}

/**
 * The uuid (version 8) of a stream: category, first number (40 bits), second number (48 bits), so that new streams of a
 * category extend one range of the index. Hashes free texts. Throws for an unknown category.
 */
export function streamUuid<L extends LogDefinition>(log: L, name: StreamOf<L>): string {
  const category = hex(categoryCode(log, name), 4)
  const id = name.slice(name.indexOf('-') + 1)
  const numbers = numericId.exec(id)
  if (numbers) {
    const a = hex(Number(numbers[1]), 10)
    return `${category}0000-${a.slice(0, 4)}-8${a.slice(4, 7)}-8${a.slice(7)}-${hex(Number(numbers[2] ?? 0), 12)}`
  }
  const h = createHash('sha256').update(id).digest('hex')
  return `${category}ffff-${h.slice(0, 4)}-8${h.slice(4, 7)}-8${h.slice(7, 10)}-${h.slice(10, 22)}`
}

export function streamRange(log: Log, pattern: StreamPattern): { first: string; last: string } {
  const first = streamUuid(log as LogDefinition, pattern.replace(/:\*$/, '') as StreamName)
  return { first, last: pattern.endsWith(':*') ? `${first.slice(0, -12)}${'f'.repeat(12)}` : first }
}

/** The name of a numeric stream; a hashed id shows as `category-#hash`, an unknown category as `category12`. */
export function streamName({ categories }: Log, uuid: string): StreamName {
  const code = streamCategoryCode(uuid)
  const category = Object.keys(categories).find((name) => categories[name]?.code === code) ?? `category${code}`
  if (uuid.slice(4, 8) === 'ffff') return `${category}-#${uuid.slice(9)}`
  const [first, second] = [streamIdNumber(uuid), Number.parseInt(uuid.slice(24), 16)]
  return second === 0 ? `${category}-${first}` : `${category}-${first}:${second}`
}

export function streamCategoryCode(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 4), 16)
}

export function streamIdNumber(uuid: string): number {
  return Number.parseInt(uuid.slice(9, 13) + uuid.slice(15, 18) + uuid.slice(20, 23), 16)
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
