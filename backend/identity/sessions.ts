// Who is asking: an opaque random id in a cookie, of which only a keyed hash is stored. Thirty minutes from login, by the server's clock.
import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { sessionMinutes } from '#backend/domain/user/user.limits.ts'

const lifetimeMs = sessionMinutes * 60_000

export type Session = { userId: number; isAdmin: boolean; isActive: boolean; createdAt: Date; expiresAt: Date }

export class Sessions {
  readonly #pool: pg.Pool
  readonly #secret: string
  readonly #now: () => Date

  /** secret: SESSION_SECRET; another one makes all sessions of before unknown. */
  constructor(pool: pg.Pool, secret: string, now: () => Date) {
    this.#pool = pool
    this.#secret = secret
    this.#now = now
  }

  /** Starts a session and answers the cookie's value, which is stored nowhere. */
  async start(userId: number): Promise<{ id: string; createdAt: Date; expiresAt: Date }> {
    const id = randomBytes(32).toString('base64url')
    const createdAt = this.#now()
    const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
    await this.#pool.query(
      'insert into auth.sessions (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
      [this.#hash(id), userId, createdAt, expiresAt],
    )
    return { id, createdAt, expiresAt }
  }

  /** The session behind a cookie, with the account's role and activity of now; undefined where there is none or it is over. */
  async find(id: string): Promise<Session | undefined> {
    const { rows } = await this.#pool.query<{
      user_id: number
      created_at: Date
      expires_at: Date
      is_admin: boolean
      is_active: boolean
    }>({
      name: 'auth.session',
      // An account registered a moment ago may not be in the read model yet: it is active and no admin.
      text: `select s.user_id, s.created_at, s.expires_at, coalesce(u.is_admin, false) as is_admin, coalesce(u.is_active, true) as is_active
        from auth.sessions s left join rm.users u on u.user_id = s.user_id where s.hash = $1 and s.expires_at > $2`,
      values: [this.#hash(id), this.#now()],
    })
    const row = rows[0]
    if (!row) return undefined
    const {
      user_id: userId,
      is_admin: isAdmin,
      is_active: isActive,
      created_at: createdAt,
      expires_at: expiresAt,
    } = row
    return { userId, isAdmin, isActive, createdAt, expiresAt }
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
