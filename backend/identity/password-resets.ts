// Links that set a new password: random, stored as a hash, good once and for thirty minutes.
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { resetMinutes } from '#backend/domain/user/user.limits.ts'

export class PasswordResets {
  readonly #pool: pg.Pool
  readonly #now: () => Date

  constructor({ pool, now }: { pool: pg.Pool; now: () => Date }) {
    this.#pool = pool
    this.#now = now
  }

  /**
   * Makes the token of a link; undefined if the account asked again meanwhile. request: position of the event that asked. Tokens of
   * earlier requests are void from now on; those of the same one stay, since a mail that is tried again may have gone out twice.
   */
  async issue(userId: number, request: number): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(this.#now().getTime() + resetMinutes * 60_000)
    const { rowCount } = await this.#pool.query(
      `with void as (delete from auth.password_resets where user_id = $2 and request < $3)
       insert into auth.password_resets (hash, user_id, request, expires_at)
       select $1, $2, $3, $4 where not exists (select from auth.password_resets where user_id = $2 and request > $3)`,
      [hashOf(token), userId, request, expiresAt],
    )
    return rowCount === 1 ? token : undefined
  }

  /** The account that a token would give a new password; undefined if it is unknown, used, void or too old. */
  async ownerOf(token: string): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ user_id: number }>(
      'select user_id from auth.password_resets where hash = $1 and expires_at > $2',
      [hashOf(token), this.#now()],
    )
    return rows[0]?.user_id
  }

  /**
   * Uses a token up: the account has this password hash from now on, its other links are void and its sessions gone, all in one
   * statement. binding: of hash and account. Returns the account; undefined if the token is no longer good, also because another call was faster.
   */
  async redeem(token: string, passwordHash: string, binding: Buffer): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ user_id: number }>(
      `with used as (delete from auth.password_resets where hash = $1 and expires_at > $2 returning user_id),
         void as (delete from auth.password_resets r using used where r.user_id = used.user_id and r.hash <> $1),
         ended as (delete from auth.sessions s using used where s.user_id = used.user_id)
       insert into auth.credentials (user_id, password_hash, binding) select user_id, $3, $4 from used
       on conflict (user_id) do update set password_hash = excluded.password_hash, binding = excluded.binding, changed_at = now()
       returning user_id`,
      [hashOf(token), this.#now(), passwordHash, binding],
    )
    return rows[0]?.user_id
  }

  /** Removes what is too old. */
  async sweep(): Promise<void> {
    await this.#pool.query('delete from auth.password_resets where expires_at < $1', [this.#now()])
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
