import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export type RoleKey = ReturnType<typeof roleKeyOf>

/**
 * Holds a keyed hash of the super-admin key, never the key itself. Admins need the key to change roles; without a
 * configured key nothing matches.
 */
export function roleKeyOf(key: string | undefined) {
  const salt = randomBytes(32)
  const hashOf = (text: string) => createHmac('sha256', salt).update(text).digest()
  const hash = key === undefined ? undefined : hashOf(key)
  return {
    isSet: hash !== undefined,
    /** Compares in constant time. */
    fits: (typed: string) => hash !== undefined && timingSafeEqual(hash, hashOf(typed)),
  }
}
