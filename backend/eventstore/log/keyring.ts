// One key per person, wrapped by the shop's master key. Once a person's is destroyed, nobody reads their fields.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type pg from 'pg'
import type { Queryable } from '#backend/db/transaction.ts'

export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey'
}

export type SubjectKeys = ReadonlyMap<number, Buffer>

/**
 * Persons' keys by subject id, stored wrapped (AES-256-GCM) in keys.subjects. EventStore.forget destroys a key for
 * good; later events hold null in that person's sealed fields.
 */
export class Keyring {
  readonly #pool: pg.Pool
  readonly #wrapping: Buffer
  readonly #claims: KeyObject

  constructor(pool: pg.Pool, masterKey: Buffer) {
    if (masterKey.length !== 32) throw new Error('the master key must have 32 bytes')
    this.#pool = pool
    this.#wrapping = derive(masterKey, 'wrap subject keys')
    this.#claims = createSecretKey(derive(masterKey, 'claim keys'))
  }

  async find(subjects: readonly number[], on: Queryable = this.#pool): Promise<SubjectKeys> {
    const keys = await this.findEach(subjects, on)
    const found = subjects.map((subject) => [subject, keys.get(subject)] as const)
    return new Map(found.filter((one): one is [number, Buffer] => one[1] !== undefined))
  }

  /** Opens each key on first use: `get` throws for one wrapped by another master key. */
  async findEach(subjects: readonly number[], on: Queryable = this.#pool): Promise<Pick<SubjectKeys, 'get'>> {
    if (subjects.length === 0) return new Map()
    const { rows } = await on.query<{ subject: number; wrapped_key: Buffer }>({
      name: 'keys.find',
      // The subselect lets PostgreSQL plan once per session, as in es.version.
      text: `select subject, wrapped_key from keys.subjects
        where subject = any((select $1::bigint[])::bigint[]) and wrapped_key is not null`,
      values: [subjects],
    })
    const wrapped = new Map(rows.map((row) => [row.subject, row.wrapped_key]))
    const opened = new Map<number, Buffer>()
    return {
      get: (subject) => {
        const key = wrapped.get(subject)
        const known = opened.get(subject) ?? (key && open(this.#wrapping, key, `key ${subject}`))
        if (known) opened.set(subject, known)
        return known
      },
    }
  }

  async check(): Promise<void> {
    const { rows } = await this.#pool.query<{ subject: number; wrapped_key: Buffer }>(
      'select subject, wrapped_key from keys.subjects where wrapped_key is not null order by subject limit 1',
    )
    const [row] = rows
    if (!row) return
    try {
      open(this.#wrapping, row.wrapped_key, `key ${row.subject}`)
    } catch {
      throw new WrongMasterKey()
    }
  }

  async findOrCreate(subjects: readonly number[]): Promise<SubjectKeys> {
    const found = await this.find(subjects)
    const missing = subjects.filter((subject) => !found.has(subject))
    if (missing.length === 0) return found
    const wrapped = missing.map((subject) => seal(this.#wrapping, randomBytes(32), `key ${subject}`))
    await this.#pool.query(
      'insert into keys.subjects (subject, wrapped_key) select * from unnest($1::bigint[], $2::bytea[]) on conflict do nothing',
      [missing, wrapped],
    )
    return this.find(subjects)
  }

  /** Wraps a stored key for `next`; null if `next` already opens the key. Throws if neither opens. */
  rewrap(subject: number, wrapped: Buffer, next: Keyring): Buffer | null {
    const context = `key ${subject}`
    try {
      open(next.#wrapping, wrapped, context)
      return null
    } catch {
      return seal(next.#wrapping, open(this.#wrapping, wrapped, context), context)
    }
  }

  /** A uniqueness key for a personal value (an e-mail), not guessable without the master key. */
  claimKey(value: string): Buffer {
    return createHmac('sha256', this.#claims).update(value).digest()
  }
}

// KeyObjects avoid Node's repeated type checks of raw bytes, five times the work itself.

/** AES-256-GCM: iv (12) + ciphertext + tag (16). Authenticates `context`, so sealed data can't be moved elsewhere. */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export function open(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), sealed.subarray(0, 12)).setAAD(
    Buffer.from(context),
  )
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
}

function derive(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), purpose, 32))
}
