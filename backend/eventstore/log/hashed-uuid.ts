// The same text leads to the same uuid, so that what is done twice is there once.
import { createHash } from 'node:crypto'

/** A uuid (version 8) of the hash of a text. */
export function hashedUuid(text: string): string {
  const h = createHash('sha256').update(text).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
}
