// Registering and signing in by e-mail and password.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { normalEmail, type User, user } from '#backend/domain/user/user.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { transact, UnitOfWork } from '#backend/eventstore/commands/handle-command.ts'
import { ClaimTaken } from '#backend/eventstore/log/append-entry.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Keyring } from '#backend/eventstore/log/keyring.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export type Account = User & { userId: number; position: number }

export class Accounts {
  readonly #pool: pg.Pool
  readonly #store: EventStore<ShopLog>
  readonly #keyring: Keyring

  constructor(parts: { pool: pg.Pool; store: EventStore<ShopLog>; keyring: Keyring }) {
    this.#pool = parts.pool
    this.#store = parts.store
    this.#keyring = parts.keyring
  }

  /** Makes an account. Throws Rejection email_in_use; then nothing was made. */
  async register(
    entry: { name: string; email: string; password: string },
    context: Omit<CommandContext, 'actor' | 'correlation'> & Partial<CommandContext> = {},
  ): Promise<Account> {
    const email = normalEmail(entry.email)
    const key = this.#keyring.claimKey(email)
    if ((await this.#idOf(key)) !== undefined) throw new Rejection('email_in_use')
    const hash = await hashPassword(entry.password)
    const userId = await this.#store.nextId('user')
    // The hash goes first: an account whose password is lost would be worse than a hash without an account.
    await this.#pool.query('insert into auth.credentials (user_id, password_hash) values ($1, $2)', [userId, hash])
    try {
      const who = { actor: `user:${userId}` as const, correlation: randomUUID(), ...context }
      const { position } = await transact(this.#store, who, 'RegisterUser', async (unit) => {
        const fresh = await unit.load(user, userId)
        unit.decide(user, fresh, { type: 'RegisterUser', userId, name: entry.name, email, method: 'password' })
        unit.claim({ scope: 'email', key, stream: fresh.stream })
      })
      return { userId, name: entry.name, email, isActive: true, isAdmin: false, isErased: false, position }
    } catch (error) {
      if (!(error instanceof ClaimTaken)) throw error
      await this.#pool.query('delete from auth.credentials where user_id = $1', [userId])
      throw new Rejection('email_in_use')
    }
  }

  /** The account behind e-mail and password. Throws Rejection wrong_credentials (the same for an unknown e-mail) or user_banned. */
  async verify(emailTyped: string, password: string): Promise<Account> {
    const userId = await this.#idOf(this.#keyring.claimKey(normalEmail(emailTyped)))
    const stored = userId === undefined ? null : await this.#hashOf(userId)
    const right = await verifyPassword(password, stored)
    if (!right || userId === undefined) throw new Rejection('wrong_credentials')
    const unit = new UnitOfWork(this.#store)
    const { state } = await unit.load(user, userId)
    // Erased a moment ago, what is to be destroyed not yet gone.
    if (!state || state.isErased) throw new Rejection('wrong_credentials')
    if (!state.isActive) throw new Rejection('user_banned')
    return { ...state, userId, position: unit.seen }
  }

  /**
   * Destroys what is left of an erased person: the e-mail's claim, the key of all sealed fields, password and sessions.
   * Repeating it changes nothing. Throws for a person who was not erased; then nothing was destroyed.
   */
  async forget(userId: number): Promise<void> {
    // The database refuses this one unless the log says that the person was erased, so it goes first.
    await this.#store.releaseClaims(`user-${userId}`)
    await this.#keyring.destroy(userId)
    await this.#pool.query('delete from auth.credentials where user_id = $1', [userId])
    await this.#pool.query('delete from auth.sessions where user_id = $1', [userId])
  }

  async #idOf(key: Buffer): Promise<number | undefined> {
    const stream = await this.#store.findClaim('email', key)
    return stream && Number(stream.slice('user-'.length))
  }

  async #hashOf(userId: number): Promise<string | null> {
    const { rows } = await this.#pool.query<{ password_hash: string }>(
      'select password_hash from auth.credentials where user_id = $1',
      [userId],
    )
    return rows[0]?.password_hash ?? null
  }
}
