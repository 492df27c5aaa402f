// How quick a pump's way to the database is, what it tells the other pumps of that, and when it makes way for a quicker one.
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'
import { GrowingPause } from './growing-pause.ts'

/** The quickest of so many round trips counts: what the server takes for a statement, or a process that is busy, only ever adds. */
const sample = 3
/** In milliseconds: below it no round trip is slow, so that healthy machines never pass leases around. */
const slowFromMs = 20
/** So long no round trip may have been quicker, so that a machine that is busy for a moment does not either. */
const slowForMs = 250
/** Only who is so many times quicker is made way for. */
const muchQuicker = 4
/** The lowest bound that is told; all below it are alike. */
const lowestBoundMs = 4
/** A slow pump leaves what nobody feeds to a quicker one for so long. */
const graceMs = 3000

/** Thrown in the place of the next statement of a page: another pump should feed it. */
export class MakesWay extends Error {
  override readonly name = 'MakesWay'
}

/**
 * Of one pump. What it tells is a shared advisory lock with the bound of its round trips, a power of two in milliseconds, as the key: it costs a
 * round trip when the bound changes, none otherwise, and is gone with the session.
 */
export class Pace {
  readonly #now: () => number
  readonly #pause: GrowingPause
  readonly #recent: number[] = []
  /** The beginning of the first of the last answers that were all slow. */
  #slowSince: number | null = null
  /** Since when nobody was seen to feed a generation. */
  readonly #freeSince = new Map<number, number>()
  #told: number | null = null
  #quickestOther: number | null = null

  /** now: in milliseconds, of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#pause = new GrowingPause(2000, 60_000, now)
  }

  /** A new session: what was measured and told by the previous one is gone. */
  reset(): void {
    this.#recent.length = 0
    this.#freeSince.clear()
    this.#slowSince = null
    this.#told = this.#quickestOther = null
  }

  /** A statement was answered after so many milliseconds. */
  note(ms: number): void {
    this.#recent.push(ms)
    if (this.#recent.length > sample) this.#recent.shift()
    this.#slowSince = ms < slowFromMs ? null : (this.#slowSince ?? this.#now() - ms)
  }

  /** A round trip to the database, in milliseconds; 0 while too little is known. */
  get ms(): number {
    return this.#recent.length < sample ? 0 : Math.min(...this.#recent)
  }

  get isSlow(): boolean {
    return this.ms >= slowFromMs && this.#slowSince !== null && this.#now() - this.#slowSince >= slowForMs
  }

  /** What the quickest of the other pumps tells, in milliseconds; null: there is none. */
  learn(quickestOther: number | null): void {
    this.#quickestOther = quickestOther
  }

  get #isOutpaced(): boolean {
    return this.isSlow && this.#quickestOther !== null && this.#quickestOther * muchQuicker <= this.ms
  }

  /** Whether what it feeds should be handed to a quicker pump now. */
  get shouldMakeWay(): boolean {
    return this.#isOutpaced && this.#pause.isOver
  }

  /** Whether a generation should be left to a quicker pump, which may be about to take it. isHeld: somebody feeds it. */
  leaves(generation: number, isHeld: boolean): boolean {
    if (isHeld || !this.#isOutpaced) {
      this.#freeSince.delete(generation)
      return this.#isOutpaced
    }
    const since = this.#freeSince.get(generation) ?? this.#now()
    this.#freeSince.set(generation, since)
    return this.#now() - since < graceMs
  }

  /** Tells the other pumps, if it has changed. */
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
   * Frees the locks of these generations and tells the others, which take them at once, if one that is much quicker is still there; in one
   * message, with the end of the transaction that is open. Returns whether they were freed. The next time is not soon.
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
