import { createHmac } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'

const [alg, enc] = ['dir', 'A256GCM']

/** Encrypted, short-lived cookies. Each purpose has its own key, so one kind of content can't stand in for another. */
export class SealedCookies<Content extends Record<string, string | number | null>> {
  readonly #key: Buffer
  readonly #now: () => Date
  readonly #minutes: number

  /** `secret`: SESSION_SECRET; changing it makes all earlier cookies unreadable. */
  constructor(purpose: string, { secret, now, minutes }: { secret: string; now: () => Date; minutes: number }) {
    this.#key = createHmac('sha256', secret).update(`sealed cookie: ${purpose}`).digest()
    this.#now = now
    this.#minutes = minutes
  }

  seal(content: Content): Promise<string> {
    const end = new Date(this.#now().getTime() + this.#minutes * 60_000)
    return new EncryptJWT({ content }).setProtectedHeader({ alg, enc }).setExpirationTime(end).encrypt(this.#key)
  }

  async open(sealed: string): Promise<Content | undefined> {
    try {
      const { payload } = await jwtDecrypt<{ content: Content }>(sealed, this.#key, {
        keyManagementAlgorithms: [alg],
        contentEncryptionAlgorithms: [enc],
        requiredClaims: ['exp'],
        currentDate: this.#now(),
      })
      return payload.content
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}
