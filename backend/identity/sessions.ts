// Sessions: an opaque random id in a cookie, stored only as a keyed hash. They last thirty minutes from login, by the
// server's clock.
import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { Rejection } from '#backend/domain/rejection.ts'
import type { StaffRole } from '#backend/domain/user/roles.limits.ts'
import { sessionMinutes } from '#backend/domain/user/user.limits.ts'
import { type User, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { Batcher } from '#backend/eventstore/log/reads/batcher.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { type Device, unknownDevice } from './devices.ts'

const lifetimeMs = sessionMinutes * 60_000
const seenEveryMs = 5 * 60_000
const maxListed = 100

export type Session = {
  /** Id in the owner's list; it grants nothing. */
  publicId: string
  userId: number
  isAdmin: boolean
  staffRole: StaffRole | null
  /** False if a ban ended the session; stays so until its normal expiry. */
  isActive: boolean
  createdAt: Date
  expiresAt: Date
}
export type OpenSession = Device & { id: string; startedAt: Date; lastSeenAt: Date; expiresAt: Date }
type Row = {
  public_id: string
  user_id: number
  created_at: Date
  expires_at: Date
  seen_at: Date
  account_version: number
  is_admin: boolean
  staff_role: StaffRole | null
  session_epoch: number
}

type Parts = { pool: pg.Pool; store: ShopStore; secret: string; now: () => Date }

export class Sessions {
  readonly #parts: Parts
  readonly #rows = new Batcher((hashes: readonly Buffer[]) => this.#readRows(hashes), { most: 100 })

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Starts a session; `id` is the cookie's value, stored nowhere. `sessionEpoch`: the account's when the person
   * authenticated. Throws Rejection user_banned unless the account is active; wrong_credentials if its sessions were
   * ended meanwhile, for example by a new password.
   */
  async start(
    { userId, sessionEpoch }: { userId: number } & Pick<User, 'sessionEpoch'>,
    { browser, system }: Device = unknownDevice,
  ): Promise<{ id: string; createdAt: Date; expiresAt: Date }> {
    const { state, version } = await loadState(this.#parts.store, user, userId)
    if (!state?.isActive) throw new Rejection('user_banned')
    if (state.sessionEpoch !== sessionEpoch) throw new Rejection('wrong_credentials')
    const id = randomBytes(32).toString('base64url')
    const createdAt = this.#parts.now()
    const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
    await this.#parts.pool.query(
      `insert into auth.sessions
         (hash, user_id, created_at, expires_at, account_version, is_admin, staff_role, session_epoch, browser, system)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[this.#hash(id), userId, createdAt, expiresAt, version],
        ...[state.isAdmin, state.staffRole, state.sessionEpoch, browser, system],
      ],
    )
    return { id, createdAt, expiresAt }
  }

  /** Finds a session with the account's current role and activity; undefined if unknown or expired. */
  async find(id: string): Promise<Session | undefined> {
    const row = await this.#rows.ask(this.#hash(id))
    const standing = row && (await this.#standingOf(row))
    if (!row || !standing) return undefined
    if (this.#parts.now().getTime() - row.seen_at.getTime() >= seenEveryMs) await this.#noteSeen(row)
    const { public_id: publicId, user_id: userId, created_at: createdAt, expires_at: expiresAt } = row
    return { publicId, userId, ...standing, createdAt, expiresAt }
  }

  async #noteSeen({ public_id, user_id, seen_at }: Row): Promise<void> {
    await this.#parts.pool.query({
      name: 'auth.session_seen',
      text: `update auth.sessions set seen_at = $4 where hash = (
        select hash from auth.sessions where user_id = $1 and public_id = $2 and coalesce(seen_at, created_at) <= $3
        for update skip locked)`,
      values: [user_id, public_id, seen_at, this.#parts.now()],
    })
  }

  async #readRows(hashes: readonly Buffer[]): Promise<(Row | undefined)[]> {
    // (select …): planned once per session, as in es.version.
    const { rows } = await this.#parts.pool.query<Row & { hash: Buffer }>({
      name: 'auth.session',
      text: `select hash, public_id, user_id, created_at, expires_at, coalesce(seen_at, created_at) as seen_at,
          account_version, is_admin, staff_role, session_epoch
        from auth.sessions where hash = any((select $1::bytea[])::bytea[]) and expires_at > $2`,
      values: [hashes, this.#parts.now()],
    })
    return hashes.map((hash) => rows.find((row) => row.hash.equals(hash)))
  }

  /**
   * Returns the account's current rights. The stream's version is written together with its events, so no ban or
   * change of role is missed, even if read models lag: an unchanged version means unchanged rights, any other reloads
   * the account.
   */
  async #standingOf(row: Row): Promise<Pick<Session, 'isAdmin' | 'staffRole' | 'isActive'> | undefined> {
    if ((await this.#parts.store.versionOf(`user-${row.user_id}`)) === row.account_version)
      return { isAdmin: row.is_admin, staffRole: row.staff_role, isActive: true }
    const { state } = await loadState(this.#parts.store, user, row.user_id)
    if (!state || state.isErased) return undefined
    const isActive = state.isActive && row.session_epoch >= state.banEpoch
    // A new password ended the session, so it no longer exists; only bans are reported.
    if (isActive && row.session_epoch < state.sessionEpoch) return undefined
    return { isAdmin: state.isAdmin, staffRole: state.staffRole, isActive }
  }

  async list(userId: number): Promise<OpenSession[]> {
    const { state } = await loadState(this.#parts.store, user, userId)
    if (!state?.isActive || state.isErased) return []
    const { rows } = await this.#parts.pool.query<OpenSession>(
      `select public_id as id, browser, system, created_at as "startedAt", coalesce(seen_at, created_at) as "lastSeenAt",
         expires_at as "expiresAt"
       from auth.sessions where user_id = $1 and expires_at > $2 and session_epoch >= $3
       order by created_at desc, public_id limit ${maxListed}`,
      [userId, this.#parts.now(), Math.max(state.sessionEpoch, state.banEpoch)],
    )
    return rows
  }

  async endOne(userId: number, publicId: string): Promise<boolean> {
    const { rowCount } = await this.#parts.pool.query(
      'delete from auth.sessions where user_id = $1 and public_id = $2',
      [userId, publicId],
    )
    return rowCount === 1
  }

  async endOthers({ userId, publicId }: Pick<Session, 'userId' | 'publicId'>): Promise<void> {
    await this.#parts.pool.query('delete from auth.sessions where user_id = $1 and public_id <> $2', [userId, publicId])
  }

  async end(id: string): Promise<void> {
    await this.#parts.pool.query('delete from auth.sessions where hash = $1', [this.#hash(id)])
  }

  #hash(id: string): Buffer {
    return createHmac('sha256', this.#parts.secret).update(id).digest()
  }
}
