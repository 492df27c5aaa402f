// How often something may be done: counted in the database for all processes, in leases, so that most requests cost no statement.
import type pg from 'pg'
import type { Keyring } from '#backend/eventstore/log/keyring.ts'

/** At most `points` in `seconds`, counted from the first. */
export type Rate = { points: number; seconds: number }
/** One point of a rate. `name` of the rate and `who` it is counted for stand in the table only as a keyed hash. */
export type Spending = { name: string; who: string; rate: Rate }

/** What this process may spend without asking, until `endsAt` (performance.now()). */
type Lease = { left: number; endsAt: number; isSpent: boolean; asking?: Promise<void> | undefined }

/** Losing a lease is harmless: its points are lost to the caller, who asks for others. */
const maxLeases = 20_000
/** A lease is a tenth of the rate, so that many processes do not keep much of it from each other. */
const leasesPerRate = 10

export class RateLimits {
  readonly #pool: pg.Pool
  readonly #keyring: Keyring
  readonly #leases = new Map<string, Lease>()

  constructor(pool: pg.Pool, keyring: Keyring) {
    this.#pool = pool
    this.#keyring = keyring
  }

  /**
   * Spends a point of each, or of none if one has none left. Returns the seconds to wait then; 0: go on. Callers that are refused cost
   * no statement until the time is over.
   */
  async spend(spendings: readonly Spending[]): Promise<number> {
    for (;;) {
      const now = performance.now()
      const leases = spendings.map((spending) => this.#leaseOf(spending, now))
      const waitMs = Math.max(0, ...leases.filter(({ isSpent }) => isSpent).map(({ endsAt }) => endsAt - now))
      if (waitMs > 0) return Math.max(1, Math.ceil(waitMs / 1000))
      const empty = spendings.filter((_, at) => leases[at]?.left === 0)
      if (empty.length === 0) {
        for (const lease of leases) lease.left--
        return 0
      }
      await this.#renew(empty)
    }
  }

  /** Returns a point that was spent for nothing. */
  giveBack(spending: Spending): void {
    const lease = this.#leaseOf(spending, performance.now())
    if (lease.endsAt === 0) return
    lease.left++
    lease.isSpent = false
  }

  /** Begins to count anew. */
  async reset(spending: Spending): Promise<void> {
    this.#leases.delete(keyOf(spending))
    await this.#pool.query('delete from auth.rate_limits where key = $1', [this.#stored(spending)])
  }

  /** Removes the counts that are over. */
  async sweep(): Promise<void> {
    const now = performance.now()
    for (const [key, lease] of this.#leases) if (lease.endsAt < now && !lease.asking) this.#leases.delete(key)
    await this.#pool.query('delete from auth.rate_limits where expire < extract(epoch from clock_timestamp()) * 1000')
  }

  #leaseOf(spending: Spending, now: number): Lease {
    const key = keyOf(spending)
    const known = this.#leases.get(key)
    if (known && (known.endsAt > now || known.asking)) return known
    const fresh = { left: 0, endsAt: 0, isSpent: false }
    this.#leases.set(key, fresh)
    if (this.#leases.size > maxLeases) this.#leases.delete(this.#leases.keys().next().value as string)
    return fresh
  }

  /** Asks once for each lease, however many callers wait for it. */
  async #renew(spendings: readonly Spending[]): Promise<void> {
    const parts = spendings.map((spending) => ({ spending, lease: this.#leaseOf(spending, performance.now()) }))
    const unasked = parts.filter(({ lease }) => !lease.asking)
    if (unasked.length > 0) {
      const asking = this.#lease(unasked).finally(() => {
        for (const { lease } of unasked) lease.asking = undefined
      })
      for (const { lease } of unasked) lease.asking = asking
    }
    await Promise.all(parts.map(({ lease }) => lease.asking))
  }

  async #lease(parts: readonly { spending: Spending; lease: Lease }[]): Promise<void> {
    const asked = new Map(parts.map(({ spending, lease }) => [this.#stored(spending), { ...spending, lease }]))
    const sizes = [...asked.values()].map(({ rate }) => sizeOf(rate))
    const seconds = [...asked.values()].map(({ rate }) => rate.seconds)
    const { rows } = await this.#pool.query<{ key: string; points: number; left_ms: number }>(leaseStatement, [
      [...asked.keys()],
      sizes,
      seconds,
    ])
    const now = performance.now()
    for (const { key, points, left_ms: leftMs } of rows) {
      const { lease, rate } = asked.get(key) ?? {}
      if (!lease || !rate) continue
      const size = sizeOf(rate)
      lease.left = Math.max(0, Math.min(size, rate.points - (points - size)))
      lease.isSpent = lease.left === 0
      lease.endsAt = now + leftMs
    }
  }

  #stored(spending: Spending): string {
    return `${spending.name}:${this.#keyring.claimKey(keyOf(spending)).toString('base64url')}`
  }
}

function keyOf({ name, who }: Spending): string {
  return `${name} ${who}`
}

function sizeOf({ points }: Rate): number {
  return Math.max(1, Math.floor(points / leasesPerRate))
}

/** All leases in one statement, in the order of their keys, so that two processes cannot wait for each other. Time is the database's. */
const leaseStatement = `
  with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now)
  insert into auth.rate_limits as kept (key, points, expire)
  select wanted.key, wanted.size, clock.now + wanted.seconds * 1000::bigint
  from unnest($1::text[], $2::int[], $3::int[]) as wanted (key, size, seconds), clock order by wanted.key
  on conflict (key) do update set
    points = case when kept.expire <= (select now from clock) then excluded.points
      else least(kept.points + excluded.points, 1000000000) end,
    expire = case when kept.expire <= (select now from clock) then excluded.expire else kept.expire end
  returning key, points, expire - (select now from clock) as left_ms`
