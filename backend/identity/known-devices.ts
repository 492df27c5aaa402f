// Browsers that signed in before carry a mark for the account: guesses from elsewhere do not shut its owner out.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalEmail } from '#backend/domain/user/user.ts'

/** How long a browser counts as known after its last sign-in, in seconds. */
export const knownForSeconds = 180 * 24 * 3600

export class KnownDevices {
  readonly #secret: Buffer

  /** secret: SESSION_SECRET; another one makes all browsers strangers. */
  constructor(secret: string) {
    this.#secret = createHmac('sha256', secret).update('known devices').digest()
  }

  /** A mark for the browser from which this account just signed in. It opens nothing and names nobody. */
  markFor(email: string): string {
    const nonce = randomBytes(16).toString('base64url')
    return `${nonce}.${this.#proofOf(nonce, email).toString('base64url')}`
  }

  /** Whether the mark that a browser brings is one of this account. */
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
