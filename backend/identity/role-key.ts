import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Stores a keyed hash of the super-admin key, never the key itself. Admins need the key to change roles; without a
 * configured key nothing matches.
 */
export class RoleKey {
  readonly #salt = randomBytes(32)
  readonly #hash: Buffer | undefined

  constructor(key: string | undefined) {
    this.#hash = key === undefined ? undefined : this.#hashOf(key)
  }

  get isSet(): boolean {
    return this.#hash !== undefined
  }

  /** Compares in constant time. */
  fits(typed: string): boolean {
    return this.#hash !== undefined && timingSafeEqual(this.#hash, this.#hashOf(typed))
  }

  #hashOf(text: string): Buffer {
    return createHmac('sha256', this.#salt).update(text).digest()
  }
}
