// Accounts by e-mail and password: who an e-mail belongs to, the password's hash, signing in, forgetting a person.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { normalEmail, type User, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { Claim, EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Keyring } from '#backend/eventstore/log/keyring.ts'
import { verifyPassword } from './passwords.ts'

/** binding: of hash and account, so that the hash opens no other account in the database. */
export type Credential = { userId: number; passwordHash: string; binding: Buffer }
export type Account = User & { userId: number; position: number }

/** An account at the provider; its e-mail may change, these two do not. */
export type GoogleIdentity = { issuer: string; subject: string }

/** An account that changes each time while its password is looked at is not signed in to. */
const maxTries = 3

/** Credentials by account id; the account itself is a stream of the log. */
export class Accounts {
  readonly #pool: pg.Pool
  readonly #store: EventStore<ShopLog>
  readonly #keyring: Keyring

  constructor(parts: { pool: pg.Pool; store: EventStore<ShopLog>; keyring: Keyring }) {
    this.#pool = parts.pool
    this.#store = parts.store
    this.#keyring = parts.keyring
  }

  /** The same accounts with other keys: what their e-mails would be claimed by. */
  under(keyring: Keyring): Accounts {
    return new Accounts({ pool: this.#pool, store: this.#store, keyring })
  }

  /** The id of the account with this e-mail (normal spelling); undefined if there is none. */
  async idOf(email: string): Promise<number | undefined> {
    return this.idOfKey(this.keyOf(email))
  }

  /** What stands for an e-mail where the address itself must not stand, however it was typed. */
  keyOf(email: string): string {
    return this.#keyring.claimKey(normalEmail(email)).toString('base64url')
  }

  /** The id of the account with the e-mail that the key stands for; undefined if there is none. */
  async idOfKey(key: string): Promise<number | undefined> {
    const stream = await this.#store.findClaim('email', Buffer.from(key, 'base64url'))
    return stream && Number(stream.slice('user-'.length))
  }

  /** What takes an e-mail (normal spelling) for one account alone. */
  claimOf(email: string, userId: number): Claim<ShopLog> {
    return { scope: 'email', key: this.#keyring.claimKey(email), stream: `user-${userId}` }
  }

  /** The id of the account that signs in by this one of the provider; undefined if there is none. */
  async idOfGoogle({ issuer, subject }: GoogleIdentity): Promise<number | undefined> {
    const stream = await this.#store.findClaim('google', this.#keyring.claimKey(`${issuer} ${subject}`))
    return stream && Number(stream.slice('user-'.length))
  }

  /** What takes an account of the provider for one account alone. */
  googleClaimOf({ issuer, subject }: GoogleIdentity, userId: number): Claim<ShopLog> {
    return { scope: 'google', key: this.#keyring.claimKey(`${issuer} ${subject}`), stream: `user-${userId}` }
  }

  async keepHash(userId: number, passwordHash: string): Promise<void> {
    const binding = await this.bindingOf(userId, passwordHash)
    await this.#pool.query('insert into auth.credentials (user_id, password_hash, binding) values ($1, $2, $3)', [
      userId,
      passwordHash,
      binding,
    ])
  }

  /** What is stored beside the hash so that it counts for this account; throws if the person's key was destroyed. */
  async bindingOf(userId: number, passwordHash: string): Promise<Buffer> {
    const key = (await this.#keyring.findOrCreate([userId])).get(userId)
    if (!key) throw new Error(`user ${userId} was erased`)
    return bindingUnder(key, userId, passwordHash)
  }

  /** Whether the hash was kept for this account. key: of its person. */
  isBound(key: Buffer, { userId, passwordHash, binding }: Credential): boolean {
    return bindingUnder(key, userId, passwordHash).equals(binding)
  }

  async dropHash(userId: number): Promise<void> {
    await this.#pool.query('delete from auth.credentials where user_id = $1', [userId])
  }

  /** The account behind e-mail and password. Throws Rejection wrong_credentials (the same for an unknown e-mail) or user_banned. */
  async verify(emailTyped: string, password: string): Promise<Account> {
    const userId = await this.idOf(normalEmail(emailTyped))
    for (let tries = 1; tries <= maxTries; tries++) {
      // Both are asked for an unknown e-mail too: it costs the same.
      const before = await this.#store.versionOf(`user-${userId ?? 0}`)
      const right = await verifyPassword(password, (await this.#hashOf(userId ?? 0)) ?? null)
      if (!right || userId === undefined) break
      const { state, version, position } = await loadState(this.#store, user, userId)
      // What changed meanwhile may be the password: a session of the account as it is now must not begin by the one of before.
      if (version !== before) continue
      // Erased a moment ago, what is to be destroyed not yet gone.
      if (!state || state.isErased) break
      if (!state.isActive) throw new Rejection('user_banned')
      return { ...state, userId, position }
    }
    throw new Rejection('wrong_credentials')
  }

  /** Whether this is the account's password; undefined if it has none. */
  async isPassword(userId: number, typed: string): Promise<boolean | undefined> {
    const stored = await this.#hashOf(userId)
    return stored === undefined ? undefined : verifyPassword(typed, stored)
  }

  /**
   * Destroys what is left of an erased person: the e-mail's claim, the key of all sealed fields, password, sessions and kept views.
   * Repeating it changes nothing. Throws for a person who was not erased; then nothing was destroyed.
   */
  async forget(userId: number): Promise<void> {
    // The database refuses this one unless the log says that the person was erased, so it goes first.
    await this.#store.forget(`user-${userId}`, userId)
    await this.dropHash(userId)
    await this.#pool.query('delete from auth.password_resets where user_id = $1', [userId])
    await this.#pool.query('delete from auth.panel_views where user_id = $1', [userId])
    await this.#pool.query('delete from auth.sessions where user_id = $1', [userId])
  }

  /** undefined: the account has no password; null: it has a hash that was not kept for it, which fits nothing. */
  async #hashOf(userId: number): Promise<string | null | undefined> {
    const [{ rows }, keys] = await Promise.all([
      this.#pool.query<{ password_hash: string; binding: Buffer }>(
        'select password_hash, binding from auth.credentials where user_id = $1',
        [userId],
      ),
      this.#keyring.findEach([userId]),
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
