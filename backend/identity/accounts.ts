import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { normalEmail, type User, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { Claim } from '#backend/eventstore/log/event-store.ts'
import type { Keyring } from '#backend/eventstore/log/keyring.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { verifyPassword } from './passwords.ts'

/** `binding` ties the hash to its account, so it opens no other account in the database. */
export type Credential = { userId: number; passwordHash: string; binding: Buffer }
export type Account = User & { userId: number; position: number }

export type GoogleIdentity = { issuer: string; subject: string }

/** Gives up signing in after so many changes of the account during the password check. */
const maxTries = 3

type Parts = { pool: pg.Pool; store: ShopStore; keyring: Keyring }

export class Accounts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  under(keyring: Keyring): Accounts {
    return new Accounts({ ...this.#parts, keyring })
  }

  async idOf(email: string): Promise<number | undefined> {
    return this.idOfKey(this.keyOf(email))
  }

  /** A keyed hash that replaces the e-mail where the address itself must not appear; ignores spelling differences. */
  keyOf(email: string): string {
    return this.#parts.keyring.claimKey(normalEmail(email)).toString('base64url')
  }

  async idOfKey(key: string): Promise<number | undefined> {
    const stream = await this.#parts.store.findClaim('email', Buffer.from(key, 'base64url'))
    return stream && Number(stream.slice('user-'.length))
  }

  claimOf(email: string, userId: number): Claim<ShopLog> {
    return { scope: 'email', key: this.#parts.keyring.claimKey(email), stream: `user-${userId}` }
  }

  async idOfGoogle({ issuer, subject }: GoogleIdentity): Promise<number | undefined> {
    const stream = await this.#parts.store.findClaim('google', this.#parts.keyring.claimKey(`${issuer} ${subject}`))
    return stream && Number(stream.slice('user-'.length))
  }

  googleClaimOf({ issuer, subject }: GoogleIdentity, userId: number): Claim<ShopLog> {
    return { scope: 'google', key: this.#parts.keyring.claimKey(`${issuer} ${subject}`), stream: `user-${userId}` }
  }

  async keepHash(userId: number, passwordHash: string): Promise<void> {
    const binding = await this.bindingOf(userId, passwordHash)
    await this.#parts.pool.query('insert into auth.credentials (user_id, password_hash, binding) values ($1, $2, $3)', [
      userId,
      passwordHash,
      binding,
    ])
  }

  /** Binds the hash to this account; throws if the person's key was destroyed. */
  async bindingOf(userId: number, passwordHash: string): Promise<Buffer> {
    const key = (await this.#parts.keyring.findOrCreate([userId])).get(userId)
    if (!key) throw new Error(`user ${userId} was erased`)
    return bindingUnder(key, userId, passwordHash)
  }

  isBound(key: Buffer, { userId, passwordHash, binding }: Credential): boolean {
    return bindingUnder(key, userId, passwordHash).equals(binding)
  }

  async dropHash(userId: number): Promise<void> {
    await this.#parts.pool.query('delete from auth.credentials where user_id = $1', [userId])
  }

  /** Throws Rejection wrong_credentials (also for an unknown e-mail) or user_banned. */
  async verify(emailTyped: string, password: string): Promise<Account> {
    const userId = await this.idOf(normalEmail(emailTyped))
    for (let tries = 1; tries <= maxTries; tries++) {
      // Reads both for an unknown e-mail too, so that it takes as long.
      const before = await this.#parts.store.versionOf(`user-${userId ?? 0}`)
      const right = await verifyPassword(password, (await this.#hashOf(userId ?? 0)) ?? null)
      if (!right || userId === undefined) break
      const { state, version, position } = await loadState(this.#parts.store, user, userId)
      // Retries if the account changed meanwhile: the old password must not open a session after a password change.
      if (version !== before) continue
      if (!state || state.isErased) break
      if (!state.isActive) throw new Rejection('user_banned')
      return { ...state, userId, position }
    }
    throw new Rejection('wrong_credentials')
  }

  async isPassword(userId: number, typed: string): Promise<boolean | undefined> {
    const stored = await this.#hashOf(userId)
    return stored === undefined ? undefined : verifyPassword(typed, stored)
  }

  /**
   * Destroys the remains of an erased person: the e-mail's claim, the key of all sealed fields, password, sessions
   * and saved views. Repeatable. Throws without destroying anything if the person was not erased.
   */
  async forget(userId: number): Promise<void> {
    // Goes first, because the database refuses this one unless the log records the erasure.
    await this.#parts.store.forget(`user-${userId}`, userId)
    for (const table of ['credentials', 'password_resets', 'panel_views', 'sessions'])
      await this.#parts.pool.query(`delete from auth.${table} where user_id = $1`, [userId])
  }

  /** undefined: no password; null: a hash bound to another account, which matches nothing. */
  async #hashOf(userId: number): Promise<string | null | undefined> {
    const [{ rows }, keys] = await Promise.all([
      this.#parts.pool.query<{ password_hash: string; binding: Buffer }>(
        'select password_hash, binding from auth.credentials where user_id = $1',
        [userId],
      ),
      this.#parts.keyring.findEach([userId]),
    ])
    const [row] = rows
    if (!row) return undefined
    const key = keys.get(userId)
    const { password_hash: passwordHash, binding } = row
    return key && this.isBound(key, { userId, passwordHash, binding }) ? passwordHash : null
  }
}

function bindingUnder(key: Buffer, userId: number, passwordHash: string): Buffer {
  return createHmac('sha256', key).update(`password of user ${userId}: ${passwordHash}`).digest()
}
