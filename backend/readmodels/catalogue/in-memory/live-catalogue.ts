// Keeps the in-memory catalogue current: loads all rows once, then follows the read model row by row.
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstPriceRules, type PriceRules } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import type { Notifications, RowNumber } from '#backend/eventstore/log/notifications.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { findPriceRules, findSchemas } from '#backend/readmodels/settings/settings.queries.ts'
import { listSynonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { InMemoryCatalogue } from './catalogue.ts'

/** Yields to other work after this many rows. */
const rowsAtOnce = 500
const retryMs = 500
/** Each product shows its row by its schema and the settings of prices and transfers; a seller without account takes none. */
const shown: ReadonlySet<string> = new Set<ReadModelName>([
  ...(['catalogue', 'synonyms', 'price_settings', 'schemas'] as const),
  ...(['transfer', 'seller'] as const),
])
/** Pause between looks at the position while the process gets no notifications. */
const askMs = 1000
/** Longest wait of other callers for someone else's change. */
const maxBehindMs = 250
/** Waits this many times a load's duration before the next load. */
const pauseOfLoads = 3

type LiveCatalogueParts = {
  db: Database
  notifications: Notifications
  positions: Positions<ReadModelName>
  report: (error: unknown) => void
}

/** Rows that were read anew, even if nothing in them changed; without ids: all. `areMoved`: also lists without these products changed. */
export type CatalogueTopics = {
  changed: [ids?: readonly number[], areMoved?: boolean]
}

/**
 * The memory shows the read model at `position` or newer. Notifications follow commits, and rows are read again on
 * every notification, so their order does not matter. While reads fail, the memory stays as is. Failed reads, lost
 * notifications, new synonyms, settings and schemas lead to a full load beside the current one.
 */
export class LiveCatalogue extends EventEmitter<CatalogueTopics> {
  readonly #parts: LiveCatalogueParts
  #loaded: InMemoryCatalogue | null = null
  #position = 0
  #heard = 0
  readonly #ids = new Set<number>()
  #mustLoad = true
  #isLoading = false
  #isWorking = false
  #isFailing = false
  #behindSince: number | null = null
  #loads = 0
  #loadedAt = Number.NEGATIVE_INFINITY
  #loadMs = 0
  readonly #stop = new AbortController()

  constructor(parts: LiveCatalogueParts) {
    super()
    this.setMaxListeners(0)
    this.#parts = parts
  }

  /** Follows from now on. Resolves once the catalogue is loaded or the first try failed; retries for ever. */
  async start(): Promise<void> {
    const { notifications } = this.#parts
    notifications.on('changed', this.#onChanged)
    notifications.on('checkpoint', this.#onCheckpoint)
    notifications.on('interrupted', this.#onInterrupted)
    void this.#pollWhileDeaf()
    this.#isWorking = true
    await this.#try()
    void this.#work()
  }

  stop(): void {
    const { notifications } = this.#parts
    notifications.off('changed', this.#onChanged)
    notifications.off('checkpoint', this.#onCheckpoint)
    notifications.off('interrupted', this.#onInterrupted)
    this.#stop.abort()
  }

  get catalogue(): InMemoryCatalogue {
    if (!this.#loaded) throw new Overloaded('the catalogue is not loaded yet')
    return this.#loaded
  }

  get settings(): PriceRules {
    return this.#loaded?.settings ?? firstPriceRules
  }

  get position(): number {
    return this.#position
  }

  /** True if other processes may show newer rows and this one is about to catch up. */
  get isBehind(): boolean {
    const { notifications, positions } = this.#parts
    return this.#position < positions.reached('catalogue') && notifications.connected && !this.#isFailing
  }

  /** Figures for metrics: products, approximate bytes, full loads, and milliseconds behind. */
  get state() {
    const { size, bytes } = this.#loaded?.products ?? { size: 0, bytes: 0 }
    const behindMs = this.#behindSince === null ? 0 : performance.now() - this.#behindSince
    return { products: size, bytes, loads: this.#loads, behindMs }
  }

  find(id: number): CatalogueItem | undefined {
    const { products } = this.catalogue
    const index = products.indexOf(id)
    return index === undefined ? undefined : products.item(index)
  }

  async catchUp(): Promise<void> {
    if (this.isBehind) await this.shows(this.#parts.positions.reached('catalogue'), maxBehindMs)
  }

  /** Also waits for a load that is due, of new schemas or synonyms. */
  async shows(position: number, maxMs: number): Promise<boolean> {
    const until = performance.now() + maxMs
    const isShown = () => this.#position >= position && !this.#mustLoad && !this.#isLoading
    // A read takes milliseconds, so polling is as quick as an event.
    while (!isShown() && performance.now() < until) await sleep(1)
    return isShown()
  }

  readonly #onChanged = (name: string, keys?: readonly RowNumber[]) => {
    if (!shown.has(name)) return
    if (name === 'catalogue' && keys) for (const key of keys) this.#ids.add(Number(key))
    else this.#mustLoad = true
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
    this.#mustLoad = true
    this.#wake()
  }

  #isDue(): boolean {
    return this.#mustLoad || this.#ids.size > 0
  }

  #pass(position: number): void {
    if (position > this.#position && this.#loaded) this.#position = position
  }

  #wake(): void {
    if (this.#isWorking) return
    this.#isWorking = true
    setImmediate(() => void this.#work())
  }

  async #work(): Promise<void> {
    while (this.#isDue() && !this.#stop.signal.aborted) {
      if (this.#isFailing) await sleep(retryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
      await this.#try()
    }
    this.#isWorking = false
    if (!this.#isDue() && this.#parts.notifications.connected) this.#behindSince = null
    this.#pass(this.#heard)
  }

  /** Reports the first failure of a row of them. */
  async #try(): Promise<void> {
    try {
      this.#isLoading = this.#mustLoad
      await (this.#mustLoad ? this.#load() : this.#lookAgain())
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing && !this.#stop.signal.aborted) this.#parts.report(error)
      this.#isFailing = true
      this.#mustLoad = true
    } finally {
      this.#isLoading = false
    }
  }

  async #lookAgain(): Promise<void> {
    const [ids, to] = [[...this.#ids], this.#heard]
    this.#ids.clear()
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const part = ids.slice(from, from + rowsAtOnce)
      const areMoved = this.catalogue.put(await this.#rows().where('product_id', 'in', part).execute())
      this.emit('changed', part, areMoved)
    }
    this.#pass(to)
  }

  async #load(): Promise<void> {
    const pauseMs = this.#loaded?.products.size ? this.#loadedAt + pauseOfLoads * this.#loadMs - performance.now() : 0
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: this.#stop.signal })
    const since = performance.now()
    const { db, positions } = this.#parts
    this.#mustLoad = false
    this.#ids.clear()
    await positions.look(['catalogue'])
    const to = positions.reached('catalogue')
    const loading = new InMemoryCatalogue(await findPriceRules(db), await findSchemas(db))
    loading.setSynonyms(await listSynonyms(db))
    for (let last = 0, isMore = true; isMore && !this.#stop.signal.aborted; ) {
      const rows = await this.#rows().where('product_id', '>', last).orderBy('product_id').limit(rowsAtOnce).execute()
      loading.put(rows)
      isMore = rows.length === rowsAtOnce
      last = rows.at(-1)?.product_id ?? last
    }
    this.#loads++
    this.#loaded = loading
    // A crashed server may have lost its last checkpoints, so this position may be lower.
    this.#position = to
    this.#loadedAt = performance.now()
    this.#loadMs = this.#loadedAt - since
    this.emit('changed')
  }

  async #pollWhileDeaf(): Promise<void> {
    const { notifications, positions } = this.#parts
    const { signal } = this.#stop
    while (!signal.aborted) {
      await sleep(askMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (notifications.connected || signal.aborted) continue
      // Other readers report an unreachable database.
      await positions.look(['catalogue']).catch(() => undefined)
      if (positions.reached('catalogue') > this.#position) this.#onChanged('catalogue')
    }
  }

  #rows() {
    return this.#parts.db.selectFrom('rm.catalogue').selectAll()
  }
}
