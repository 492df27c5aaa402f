// Measures a pump's round trips, tells the other pumps, and hands leases to a much quicker one.
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'
import { GrowingPause } from './growing-pause.ts'

/** Takes the minimum of this many round trips: server time and a busy process only add to them. */
const sample = 3
/** Below this no round trip is slow, so that healthy machines never pass leases around. */
const slowFromMs = 20
/** Every round trip must be slow for this long, so that a short burst of load passes no leases. */
const slowForMs = 250
const muchQuicker = 4
const lowestBoundMs = 4
/** A slow pump leaves an unfed generation to a quicker one for this long. */
const graceMs = 3000

export class MakesWay extends Error {
  override readonly name = 'MakesWay'
}

/**
 * Tells its speed by a shared advisory lock keyed by the bound of its round trips, a power of two in milliseconds:
 * costs a round trip per change, and ends with the session.
 */
export class Pace {
  readonly #now: () => number
  readonly #pause: GrowingPause
  readonly #recent: number[] = []
  #slowSince: number | null = null
  readonly #freeSince = new Map<number, number>()
  #told: number | null = null
  #quickestOther: number | null = null

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#pause = new GrowingPause(2000, 60_000, now)
  }

  reset(): void {
    this.#recent.length = 0
    this.#freeSince.clear()
    this.#slowSince = null
    this.#told = this.#quickestOther = null
  }

  note(ms: number): void {
    this.#recent.push(ms)
    if (this.#recent.length > sample) this.#recent.shift()
    this.#slowSince = ms < slowFromMs ? null : (this.#slowSince ?? this.#now() - ms)
  }

  get ms(): number {
    return this.#recent.length < sample ? 0 : Math.min(...this.#recent)
  }

  get isSlow(): boolean {
    return this.ms >= slowFromMs && this.#slowSince !== null && this.#now() - this.#slowSince >= slowForMs
  }

  learn(quickestOther: number | null): void {
    this.#quickestOther = quickestOther
  }

  get #isOutpaced(): boolean {
    return this.isSlow && this.#quickestOther !== null && this.#quickestOther * muchQuicker <= this.ms
  }

  get shouldMakeWay(): boolean {
    return this.#isOutpaced && this.#pause.isOver
  }

  /** True if a quicker pump should feed the generation. `isHeld` says that another session feeds it already. */
  leaves(generation: number, isHeld: boolean): boolean {
    if (isHeld || !this.#isOutpaced) {
      this.#freeSince.delete(generation)
      return this.#isOutpaced
    }
    const since = this.#freeSince.get(generation) ?? this.#now()
    this.#freeSince.set(generation, since)
    return this.#now() - since < graceMs
  }

  async tell(client: pg.ClientBase): Promise<void> {
    const { ms } = this
    if (ms === 0) return
    const bound = Math.max(lowestBoundMs, 2 ** Math.ceil(Math.log2(ms)))
    if (bound === this.#told) return
    const told = this.#told === null ? '' : `, pg_advisory_unlock_shared(${locks.pacing}, ${this.#told})`
    await client.query(`select pg_advisory_lock_shared(${locks.pacing}, ${bound})${told}`)
    this.#told = bound
  }

  /**
   * Frees these generations' locks and notifies the other processes if a much quicker one is still there, and ends the
   * open transaction, in one message. Returns true if the locks are free. Starts a pause before the next time.
   */
  async makeWay(client: pg.ClientBase, generations: readonly number[], isOpen: boolean): Promise<boolean> {
    this.#pause.begin()
    const answers: unknown = await client.query(
      `${isOpen ? 'rollback; ' : ''}select pg_notify('generations', '');
       select pg_advisory_unlock(${locks.feeding}, g) from unnest('{${generations.join()}}'::int[]) g
       where exists (select from pg_locks l
         where ${heldLocks('l', locks.pacing)} and pid <> pg_backend_pid() and objid::bigint * ${muchQuicker} <= ${Math.ceil(this.ms)})`,
    )
    return ((answers as pg.QueryResult[]).at(-1)?.rowCount ?? 0) > 0
  }
}
