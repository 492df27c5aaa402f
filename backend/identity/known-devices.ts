// Marks browsers that signed in before, so that guesses from elsewhere don't lock the owner out.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalEmail } from '#backend/domain/user/user.ts'

export const knownForSeconds = 180 * 24 * 3600

export type KnownDevices = ReturnType<typeof knownDevicesOf>

export function knownDevicesOf(secret: string) {
  const key = createHmac('sha256', secret).update('known devices').digest()
  const proofOf = (nonce: string, email: string) =>
    createHmac('sha256', key)
      .update(`${nonce} ${normalEmail(email)}`)
      .digest()
  return {
    markFor(email: string): string {
      const nonce = randomBytes(16).toString('base64url')
      return `${nonce}.${proofOf(nonce, email).toString('base64url')}`
    },
    knows(mark: string | undefined, email: string): boolean {
      const [nonce = '', proof = ''] = mark?.split('.') ?? []
      const [brought, expected] = [Buffer.from(proof, 'base64url'), proofOf(nonce, email)]
      return brought.length === expected.length && timingSafeEqual(brought, expected)
    },
  }
}
