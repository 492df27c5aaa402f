// Stream names as people write them (`cart-7`, `review-12:40`) and as the database keys them (uuid, so indexes stay small and local).
import { createHash } from 'node:crypto'

/** Category codes stand in every stream id: never change or reuse one. */
const categories: Record<string, number> = {
  user: 1,
  product: 2,
  stock: 3,
  cart: 4,
  order: 5,
  payment: 6,
  review: 7,
  notification: 8,
  operation: 9,
}

/** Without leading zeros, so that no two ids have one uuid. */
const numericId = /^(0|[1-9]\d{0,11})(?::([1-9]\d{0,13}))?$/

/** `category-id`: one number, two numbers joined by ':', or a free text. */
export type StreamName = `${string}-${string | number}`

export function categoryCode(name: StreamName): number {
  const category = name.slice(0, name.indexOf('-'))
  const code = categories[category]
  if (code === undefined) throw new Error(`unknown stream category: ${category}`)
  return code
}

/**
 * The uuid (version 8) of a stream. Numeric ids are laid out as category, first number (40 bits), second number (48 bits),
 * so that new streams of a category fall at the end of its stretch of the index; free texts are hashed.
 */
export function streamUuid(name: StreamName): string {
  const category = hex(categoryCode(name), 4)
  const id = name.slice(name.indexOf('-') + 1)
  const numbers = numericId.exec(id)
  if (numbers) {
    const a = hex(Number(numbers[1]), 10)
    return `${category}0000-${a.slice(0, 4)}-8${a.slice(4, 7)}-8${a.slice(7)}-${hex(Number(numbers[2] ?? 0), 12)}`
  }
  const h = createHash('sha256').update(id).digest('hex')
  return `${category}ffff-${h.slice(0, 4)}-8${h.slice(4, 7)}-8${h.slice(7, 10)}-${h.slice(10, 22)}`
}

/** The name of a numeric stream from its uuid; hashed ids are shown as `category-#hash`. */
export function streamName(uuid: string): StreamName {
  const code = Number.parseInt(uuid.slice(0, 4), 16)
  const category = Object.keys(categories).find((name) => categories[name] === code) ?? `category${code}`
  if (uuid.slice(4, 8) === 'ffff') return `${category}-#${uuid.slice(9)}`
  const first = Number.parseInt(uuid.slice(9, 13) + uuid.slice(15, 18) + uuid.slice(20, 23), 16)
  const second = Number.parseInt(uuid.slice(24), 16)
  return second === 0 ? `${category}-${first}` : `${category}-${first}:${second}`
}

/** The number in a stream's uuid: 7 for `user-7`. */
export function streamIdNumber(uuid: string): number {
  return Number(streamName(uuid).split('-')[1])
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
