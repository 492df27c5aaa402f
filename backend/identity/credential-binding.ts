// What binds a password's hash to its account: set for another account in the database, it opens nothing.
import { createHmac } from 'node:crypto'

/** key: of the person. */
export function credentialBinding(key: Buffer, userId: number, passwordHash: string): Buffer {
  return createHmac('sha256', key).update(`password of user ${userId}: ${passwordHash}`).digest()
}
