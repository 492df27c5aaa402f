// Marks browsers that signed in before, so that guesses from elsewhere don't lock the owner out.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalEmail } from '#backend/domain/user/user.ts'

export const knownForSeconds = 180 * 24 * 3600

export class KnownDevices {
  readonly #secret: Buffer

  constructor(secret: string) {
    this.#secret = createHmac('sha256', secret).update('known devices').digest()
  }

  markFor(email: string): string {
    const nonce = randomBytes(16).toString('base64url')
    return `${nonce}.${this.#proofOf(nonce, email).toString('base64url')}`
  }

  knows(mark: string | undefined, email: string): boolean {
    const [nonce = '', proof = ''] = mark?.split('.') ?? []
    const brought = Buffer.from(proof, 'base64url')
    const expected = this.#proofOf(nonce, email)
    return brought.length === expected.length && timingSafeEqual(brought, expected)
  }

  #proofOf(nonce: string, email: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`${nonce} ${normalEmail(email)}`)
      .digest()
  }
}
