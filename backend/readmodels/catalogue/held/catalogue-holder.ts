// Holds the catalogue in this process' memory: loads it once and follows the read model, row by row as the pump tells which ones it wrote.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import type { Notifications, RowNumber } from '#backend/eventstore/log/notifications.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { CatalogueItem } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { listSynonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { askWhileDeaf } from './ask-while-deaf.ts'
import { HeldCatalogue } from './held-catalogue.ts'

/** Rows that are taken in at once; between them other work has its turn. */
const rowsAtOnce = 500
/** In milliseconds: until a failed look is tried again. */
const retryMs = 500
/** In milliseconds: so long who changed nothing waits for what others changed. */
const maxBehindMs = 250
/** After a load the next one waits for so many times as long as it took. */
const pauseOfLoads = 3
const nothing = new HeldCatalogue()

export type HolderParts = {
  db: Database
  notifications: Notifications
  positions: Positions<ReadModelName>
  report: (error: unknown) => void
}

type Topics = {
  /** These products are other ones from now on; undefined: any of them. */
  changed: [ids?: readonly number[]]
}

/**
 * What is held is as the read model was at `position`, or newer. Rows are read after they were committed, and again when they are told
 * once more, so the order of being told does not matter; while rows cannot be read, what is held stays as it is. Everything is loaded anew,
 * beside what is held, after nothing was heard, and meanwhile whenever the database turns out to be further.
 */
export class CatalogueHolder extends EventEmitter<Topics> {
  readonly #parts: HolderParts
  #held: HeldCatalogue | null = null
  #position = 0
  /** The last checkpoint that was heard of. */
  #heard = 0
  /** Products that changed since they were read; synonyms, that did; and whether nobody knows what else did. */
  #ids = new Set<number>()
  readonly #due = { synonyms: false, load: true }
  #isWorking = false
  #isFailing = false
  #behindSince: number | null = null
  /** Whole loads so far, and choices from what was held before. */
  #before = { loads: 0, hits: 0, misses: 0 }
  #loadedAt = Number.NEGATIVE_INFINITY
  #loadMs = 0
  readonly #stop = new AbortController()

  constructor(parts: HolderParts) {
    super()
    this.setMaxListeners(0)
    this.#parts = parts
  }

  /** Follows from now on. Resolves when the catalogue is loaded, or could not be at once: it is tried for ever. */
  async start(): Promise<void> {
    const { notifications } = this.#parts
    notifications.on('changed', this.#onChanged)
    notifications.on('checkpoint', this.#onCheckpoint)
    notifications.on('interrupted', this.#onInterrupted)
    void askWhileDeaf(this.#parts, this, this.#stop.signal, () => this.#onChanged('catalogue'))
    await new Promise<void>((resolve) => {
      this.once('changed', () => resolve())
      this.#wake()
      this.#firstFailure = resolve
    })
  }

  #firstFailure: (() => void) | undefined

  stop(): void {
    const { notifications } = this.#parts
    notifications.off('changed', this.#onChanged)
    notifications.off('checkpoint', this.#onCheckpoint)
    notifications.off('interrupted', this.#onInterrupted)
    this.#stop.abort()
  }

  /** What is held. Throws Overloaded while nothing could be loaded yet. */
  get catalogue(): HeldCatalogue {
    if (!this.#held) throw new Overloaded('the catalogue is not loaded yet')
    return this.#held
  }

  get position(): number {
    return this.#position
  }

  /** Whether it is known to be behind what others may have been shown, and about to catch up. */
  get isBehind(): boolean {
    const { notifications, positions } = this.#parts
    return this.#position < positions.reached('catalogue') && notifications.connected && !this.#isFailing
  }

  /** What is held and takes how many bytes, about; choices since the start, kept and made; whole loads; for how long something is known that is not taken in. */
  get state() {
    const { products, choices } = this.#held ?? nothing
    const { loads, hits, misses } = this.#before
    const bytes = { products: products.bytes, choices: choices.bytes }
    const asked = { hits: hits + choices.hits, misses: misses + choices.misses }
    const behindMs = this.#behindSince === null ? 0 : performance.now() - this.#behindSince
    return { products: products.size, bytes, choices: asked, loads, behindMs }
  }

  /** The product whatever its state; undefined if there is none. */
  find(id: number): CatalogueItem | undefined {
    const { products } = this.catalogue
    const slot = products.slotOf(id)
    return slot === undefined ? undefined : products.item(slot)
  }

  /** Waits a little for what changed a moment ago. */
  async catchUp(): Promise<void> {
    if (this.isBehind) await this.shows(this.#parts.positions.reached('catalogue'), maxBehindMs)
  }

  /** True once what is held shows the log up to a position; false after `maxMs`. */
  async shows(position: number, maxMs: number): Promise<boolean> {
    const until = performance.now() + maxMs
    // A look takes some milliseconds, so asking is as quick as being told.
    while (this.#position < position && performance.now() < until) await sleep(1)
    return this.#position >= position
  }

  readonly #onChanged = (name: string, keys?: readonly RowNumber[]) => {
    if (name === 'synonyms') this.#due.synonyms = true
    else if (name !== 'catalogue') return
    else if (keys) for (const key of keys) this.#ids.add(Number(key))
    else this.#due.load = true
    this.#behindSince ??= performance.now()
    this.#wake()
  }

  readonly #onCheckpoint = (name: string, position: number) => {
    if (name !== 'catalogue') return
    if (position > this.#heard) this.#heard = position
    if (!this.#isWorking && !this.#isDue()) this.#pass(this.#heard)
  }

  readonly #onInterrupted = () => {
    this.#heard = 0
    this.#behindSince ??= performance.now()
    if (!this.#parts.notifications.connected) return
    this.#due.load = true
    this.#wake()
  }

  #isDue(): boolean {
    return this.#due.load || this.#due.synonyms || this.#ids.size > 0
  }

  #pass(position: number): void {
    if (position > this.#position && this.#held) this.#position = position
  }

  #wake(): void {
    if (this.#isWorking) return
    this.#isWorking = true
    // The checkpoint that goes with a change is told right after it.
    setImmediate(() => void this.#work())
  }

  async #work(): Promise<void> {
    while (this.#isDue() && !this.#stop.signal.aborted)
      try {
        if (this.#due.load) await this.#load()
        else await this.#lookAgain()
        this.#isFailing = false
      } catch (error) {
        if (!this.#isFailing && !this.#stop.signal.aborted) this.#parts.report(error)
        this.#isFailing = true
        this.#firstFailure?.()
        await sleep(retryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
      }
    this.#isWorking = false
    if (!this.#isDue() && this.#parts.notifications.connected) this.#behindSince = null
    this.#pass(this.#heard)
  }

  /** Reads the products that changed. */
  async #lookAgain(): Promise<void> {
    const [ids, to, hasSynonyms] = [this.#ids, this.#heard, this.#due.synonyms]
    this.#ids = new Set()
    this.#due.synonyms = false
    try {
      if (hasSynonyms) this.catalogue.setSynonyms(await listSynonyms(this.#parts.db))
      const all = [...ids]
      for (let from = 0; from < all.length; from += rowsAtOnce) {
        const rows = await this.#rows()
          .where('product_id', '=', sql<number>`any(${all.slice(from, from + rowsAtOnce)})`)
          .execute()
        const changed = this.catalogue.put(rows)
        if (changed.length > 0) this.emit('changed', changed)
      }
    } catch (error) {
      for (const id of ids) this.#ids.add(id)
      this.#due.synonyms ||= hasSynonyms
      throw error
    }
    this.#pass(to)
  }

  /** Reads everything, beside what is held. What changes meanwhile is told, and read again. */
  async #load(): Promise<void> {
    const pauseMs = this.#held ? this.#loadedAt + pauseOfLoads * this.#loadMs - performance.now() : 0
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: this.#stop.signal })
    const since = performance.now()
    const { db, positions } = this.#parts
    this.#due.load = this.#due.synonyms = false
    this.#ids.clear()
    try {
      await positions.look(['catalogue'])
      const to = positions.reached('catalogue')
      const held = new HeldCatalogue()
      held.setSynonyms(await listSynonyms(db))
      for (let last = 0, isMore = true; isMore && !this.#stop.signal.aborted; ) {
        const rows = await this.#rows().where('product_id', '>', last).orderBy('product_id').limit(rowsAtOnce).execute()
        held.put(rows, true)
        isMore = rows.length === rowsAtOnce
        last = rows.at(-1)?.product_id ?? last
      }
      held.settle()
      this.#before = { ...this.state.choices, loads: this.#before.loads + 1 }
      this.#held = held
      // A server that ended without warning may have lost the last checkpoints: then it is further back.
      this.#position = to
    } catch (error) {
      this.#due.load = true
      throw error
    }
    this.#loadedAt = performance.now()
    this.#loadMs = this.#loadedAt - since
    this.emit('changed')
  }

  #rows() {
    return this.#parts.db.selectFrom('rm.catalogue').selectAll()
  }
}
