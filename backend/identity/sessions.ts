// Who is asking: an opaque random id in a cookie, of which only a keyed hash is stored. Thirty minutes from login, by the server's clock.
import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { StaffRole } from '#backend/domain/user/roles.limits.ts'
import { sessionMinutes } from '#backend/domain/user/user.limits.ts'
import { user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { Gathered } from '#backend/eventstore/log/reads/gathered.ts'

const lifetimeMs = sessionMinutes * 60_000

export type Session = {
  userId: number
  isAdmin: boolean
  staffRole: StaffRole | null
  /** False if a ban ended the session; it says so until it would have expired. */
  isActive: boolean
  createdAt: Date
  expiresAt: Date
}
type Row = {
  user_id: number
  created_at: Date
  expires_at: Date
  account_version: number
  is_admin: boolean
  staff_role: StaffRole | null
  session_epoch: number
}

/** Opens, finds and ends sessions. A session is found only while its account, by the log, may act. */
export class Sessions {
  readonly #pool: pg.Pool
  readonly #store: EventStore<ShopLog>
  readonly #secret: string
  readonly #now: () => Date
  readonly #rows = new Gathered((hashes: readonly Buffer[]) => this.#readRows(hashes))

  /** secret: SESSION_SECRET; another one makes all earlier sessions unknown. */
  constructor(parts: { pool: pg.Pool; store: EventStore<ShopLog>; secret: string; now: () => Date }) {
    this.#pool = parts.pool
    this.#store = parts.store
    this.#secret = parts.secret
    this.#now = parts.now
  }

  /** Starts a session; `id` is the cookie's value, which is stored nowhere. Throws Rejection user_banned unless the account is active. */
  async start(userId: number): Promise<{ id: string; createdAt: Date; expiresAt: Date }> {
    const { state, version } = await loadState(this.#store, user, userId)
    if (!state?.isActive) throw new Rejection('user_banned')
    const id = randomBytes(32).toString('base64url')
    const createdAt = this.#now()
    const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
    await this.#pool.query(
      `insert into auth.sessions (hash, user_id, created_at, expires_at, account_version, is_admin, staff_role, session_epoch)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [this.#hash(id), userId, createdAt, expiresAt, version, state.isAdmin, state.staffRole, state.sessionEpoch],
    )
    return { id, createdAt, expiresAt }
  }

  /** The session behind a cookie, with the account's role and activity of now; undefined if there is none, or it is over. */
  async find(id: string): Promise<Session | undefined> {
    const row = await this.#rows.ask(this.#hash(id))
    const standing = row && (await this.#standingOf(row))
    if (!row || !standing) return undefined
    return { userId: row.user_id, ...standing, createdAt: row.created_at, expiresAt: row.expires_at }
  }

  async #readRows(hashes: readonly Buffer[]): Promise<(Row | undefined)[]> {
    const { rows } = await this.#pool.query<Row & { hash: Buffer }>({
      name: 'auth.session',
      text: `select hash, user_id, created_at, expires_at, account_version, is_admin, staff_role, session_epoch from auth.sessions
        where hash = any($1) and expires_at > $2`,
      values: [hashes, this.#now()],
    })
    return hashes.map((hash) => rows.find((row) => row.hash.equals(hash)))
  }

  /**
   * What the account may do now. The version of its stream is written with its events, so no ban and no change of role is missed, however
   * late the read models are: at the version of the session's start all is as it was then, at another the account is looked at again.
   */
  async #standingOf(row: Row): Promise<Pick<Session, 'isAdmin' | 'staffRole' | 'isActive'> | undefined> {
    if ((await this.#store.versionOf(`user-${row.user_id}`)) === row.account_version)
      return { isAdmin: row.is_admin, staffRole: row.staff_role, isActive: true }
    const { state } = await loadState(this.#store, user, row.user_id)
    if (!state || state.isErased) return undefined
    const isActive = state.isActive && row.session_epoch >= state.banEpoch
    // Ended by a new password, not by a ban: there is no such session any more.
    if (isActive && row.session_epoch < state.sessionEpoch) return undefined
    return { isAdmin: state.isAdmin, staffRole: state.staffRole, isActive }
  }

  /** How many sessions of an account are open, in all its browsers. */
  async count(userId: number): Promise<number> {
    const { state } = await loadState(this.#store, user, userId)
    if (!state?.isActive || state.isErased) return 0
    const { rows } = await this.#pool.query<{ count: number }>(
      'select count(*)::int as count from auth.sessions where user_id = $1 and expires_at > $2 and session_epoch >= $3',
      [userId, this.#now(), Math.max(state.sessionEpoch, state.banEpoch)],
    )
    return rows[0]?.count ?? 0
  }

  /** Removes the sessions that are over, also of people who never come back. */
  async sweep(): Promise<void> {
    await this.#pool.query('delete from auth.sessions where expires_at < $1', [this.#now()])
  }

  /** Ends one session. */
  async end(id: string): Promise<void> {
    await this.#pool.query('delete from auth.sessions where hash = $1', [this.#hash(id)])
  }

  #hash(id: string): Buffer {
    return createHmac('sha256', this.#secret).update(id).digest()
  }
}
