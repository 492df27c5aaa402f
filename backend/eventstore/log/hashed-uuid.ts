// Turns equal texts into equal uuids, so that repeated work is recorded once.
import { createHash } from 'node:crypto'

export function hashedUuid(text: string): string {
  const h = createHash('sha256').update(text).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-8${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
}
