// Rate limits, counted in the database for all processes, which draw points in portions to spare statements.
import type pg from 'pg'
import type { Keyring } from '#backend/eventstore/log/keyring.ts'
import { Batcher } from '#backend/eventstore/log/reads/batcher.ts'

/** Allows `points` per `seconds`, counted from the first. */
export type Rate = { points: number; seconds: number }
export type Spending = { name: string; who: string; rate: Rate }

type Portion = { left: number; endsAt: number; isSpent: boolean; asking?: Promise<void> | undefined }

type Part = { spending: Spending; portion: Portion }

const maxPortions = 20_000
/** Each portion is a tenth of the rate, so that processes don't withhold many points from each other. */
const portionsPerRate = 10

export class RateLimits {
  readonly #pool: pg.Pool
  readonly #keyring: Keyring
  readonly #portions = new Map<string, Portion>()
  readonly #draws = new Batcher((parts: readonly Part[]) => this.#draw(parts), { most: 100 })

  constructor(pool: pg.Pool, keyring: Keyring) {
    this.#pool = pool
    this.#keyring = keyring
  }

  /**
   * Spends a point of each, or of none if one is exhausted. Returns the seconds to wait, 0 if allowed. Refused
   * callers cost no statement until the time is over.
   */
  async spend(spendings: readonly Spending[]): Promise<number> {
    for (;;) {
      const now = performance.now()
      const portions = spendings.map((spending) => this.#portionOf(spending, now))
      const waitMs = Math.max(0, ...portions.filter(({ isSpent }) => isSpent).map(({ endsAt }) => endsAt - now))
      if (waitMs > 0) return Math.max(1, Math.ceil(waitMs / 1000))
      const empty = spendings.filter((_, at) => portions[at]?.left === 0)
      if (empty.length === 0) {
        for (const portion of portions) portion.left--
        return 0
      }
      await this.#renew(empty)
    }
  }

  refusedFor(spending: Spending): number {
    const portion = this.#portions.get(keyOf(spending))
    return portion?.isSpent ? Math.max(0, portion.endsAt - performance.now()) : 0
  }

  giveBack(spending: Spending): void {
    const portion = this.#portionOf(spending, performance.now())
    if (portion.endsAt === 0) return
    portion.left++
    portion.isSpent = false
  }

  async reset(spending: Spending): Promise<void> {
    this.#portions.delete(keyOf(spending))
    await this.#pool.query('delete from auth.rate_limits where key = $1', [this.#stored(spending)])
  }

  async sweep(): Promise<void> {
    const now = performance.now()
    for (const [key, portion] of this.#portions) if (portion.endsAt < now && !portion.asking) this.#portions.delete(key)
    await this.#pool.query('delete from auth.rate_limits where expire < extract(epoch from clock_timestamp()) * 1000')
  }

  #portionOf(spending: Spending, now: number): Portion {
    const key = keyOf(spending)
    const known = this.#portions.get(key)
    if (known && (known.endsAt > now || known.asking)) return known
    const fresh = { left: 0, endsAt: 0, isSpent: false }
    this.#portions.set(key, fresh)
    if (this.#portions.size > maxPortions) this.#portions.delete(this.#portions.keys().next().value as string)
    return fresh
  }

  async #renew(spendings: readonly Spending[]): Promise<void> {
    const parts = spendings.map((spending) => ({ spending, portion: this.#portionOf(spending, performance.now()) }))
    const asking = parts.map((part) => {
      part.portion.asking ??= this.#draws.ask(part).finally(() => {
        part.portion.asking = undefined
      })
      return part.portion.asking
    })
    await Promise.all(asking)
  }

  async #draw(parts: readonly Part[]): Promise<undefined[]> {
    const asked = new Map(parts.map(({ spending, portion }) => [this.#stored(spending), { ...spending, portion }]))
    const sizes = [...asked.values()].map(({ rate }) => sizeOf(rate))
    const seconds = [...asked.values()].map(({ rate }) => rate.seconds)
    const { rows } = await this.#pool.query<{ key: string; points: number; left_ms: number }>({
      name: 'auth.draw',
      text: drawStatement,
      values: [[...asked.keys()], sizes, seconds],
    })
    const now = performance.now()
    for (const { key, points, left_ms: leftMs } of rows) {
      const { portion, rate } = asked.get(key) ?? {}
      if (!portion || !rate) continue
      const size = sizeOf(rate)
      portion.left = Math.max(0, Math.min(size, rate.points - (points - size)))
      portion.isSpent = portion.left === 0
      portion.endsAt = now + leftMs
    }
    return parts.map(() => undefined)
  }

  #stored(spending: Spending): string {
    return `${spending.name}:${this.#keyring.claimKey(keyOf(spending)).toString('base64url')}`
  }
}

function keyOf({ name, who }: Spending): string {
  return `${name} ${who}`
}

function sizeOf({ points }: Rate): number {
  return Math.max(1, Math.floor(points / portionsPerRate))
}

/**
 * Draws all portions in one statement, ordered by key to avoid deadlocks, using the database's clock. Commits
 * asynchronously: a crash loses only counts.
 */
const drawStatement = `
  with clock as materialized (
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now, set_config('synchronous_commit', 'off', true))
  insert into auth.rate_limits as kept (key, points, expire)
  select wanted.key, wanted.size, clock.now + wanted.seconds * 1000::bigint
  from unnest($1::text[], $2::int[], $3::int[]) as wanted (key, size, seconds), clock order by wanted.key
  on conflict (key) do update set
    points = case when kept.expire <= (select now from clock) then excluded.points
      else least(kept.points + excluded.points, 1000000000) end,
    expire = case when kept.expire <= (select now from clock) then excluded.expire else kept.expire end
  returning key, points, expire - (select now from clock) as left_ms`
