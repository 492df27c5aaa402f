// Password reset links: random, stored as a hash, valid once and for thirty minutes.
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { resetMinutes } from '#backend/domain/user/user.limits.ts'

export class PasswordResets {
  readonly #parts: { pool: pg.Pool; now: () => Date }

  constructor(parts: { pool: pg.Pool; now: () => Date }) {
    this.#parts = parts
  }

  /**
   * Creates the token for a reset link; undefined if a newer request replaced this one. `request`: position of the
   * requesting event. Voids tokens of earlier requests but keeps those of the same one, since a retried mail may have
   * gone out twice.
   */
  async issue(userId: number, request: number): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(this.#parts.now().getTime() + resetMinutes * 60_000)
    const { rowCount } = await this.#parts.pool.query(
      `with void as (delete from auth.password_resets where user_id = $2 and request < $3)
       insert into auth.password_resets (hash, user_id, request, expires_at)
       select $1, $2, $3, $4 where not exists (select from auth.password_resets where user_id = $2 and request > $3)`,
      [hashOf(token), userId, request, expiresAt],
    )
    return rowCount === 1 ? token : undefined
  }

  async ownerOf(token: string): Promise<number | undefined> {
    const { rows } = await this.#parts.pool.query<{ user_id: number }>(
      'select user_id from auth.password_resets where hash = $1 and expires_at > $2',
      [hashOf(token), this.#parts.now()],
    )
    return rows[0]?.user_id
  }

  /**
   * Redeems a token in one statement: sets the password hash, voids the account's other links, ends its sessions.
   * Returns the account; undefined if the token is no longer valid or another call was faster.
   */
  async redeem(token: string, passwordHash: string, binding: Buffer): Promise<number | undefined> {
    const { rows } = await this.#parts.pool.query<{ user_id: number }>(
      `with used as (delete from auth.password_resets where hash = $1 and expires_at > $2 returning user_id),
         void as (delete from auth.password_resets r using used where r.user_id = used.user_id and r.hash <> $1),
         ended as (delete from auth.sessions s using used where s.user_id = used.user_id)
       insert into auth.credentials (user_id, password_hash, binding) select user_id, $3, $4 from used
       on conflict (user_id) do update set password_hash = excluded.password_hash, binding = excluded.binding, changed_at = now()
       returning user_id`,
      [hashOf(token), this.#parts.now(), passwordHash, binding],
    )
    return rows[0]?.user_id
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
