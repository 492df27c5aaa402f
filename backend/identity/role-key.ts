// The super-admin key: what an admin must know, besides being one, to change roles.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Keeps a keyed hash of the key, never the key; a shop without a key has none that fits. */
export class RoleKey {
  readonly #salt = randomBytes(32)
  readonly #hash: Buffer | undefined

  /** key: SUPER_ADMIN_KEY. */
  constructor(key: string | undefined) {
    this.#hash = key === undefined ? undefined : this.#hashOf(key)
  }

  get isSet(): boolean {
    return this.#hash !== undefined
  }

  /** In a time that does not tell how much of it is right. */
  fits(typed: string): boolean {
    return this.#hash !== undefined && timingSafeEqual(this.#hash, this.#hashOf(typed))
  }

  #hashOf(text: string): Buffer {
    return createHmac('sha256', this.#salt).update(text).digest()
  }
}
