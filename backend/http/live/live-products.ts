// Pushes changed prices and stock to open pages; follows the read model for all listeners of this process.

import { productEvents } from '#backend/domain/product/product.events.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import { streamIdNumber } from '#backend/eventstore/log/stream-id.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { findSaleFacts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { type LiveNews, type LiveProduct, PublishedProducts } from './published-products.ts'

/** Milliseconds: between messages, between heartbeats, and before retrying a failed look. */
const [pauseMs, beatMs, retryMs] = [200, 15_000, 1000]
/** Gives other processes time to drop cached answers, in milliseconds. */
const headStartMs = 50
/** Examines so many events; listeners who missed more refetch everything. */
const maxEvents = 500

/** A listener with everything up to `position`. */
export type LiveListener = { position: number; tell(news: LiveNews): void }

export type LiveParts = {
  store: EventStore<ShopLog>
  db: Database
  notifications: Notifications
  positions: Positions<ReadModelName>
  report: (error: unknown) => void
}

/**
 * Idle without listeners. Otherwise each batch of changes costs two queries, independent of their number: the
 * products of the new events, and their facts once the catalogue shows those events.
 */
export class LiveProducts {
  readonly #parts: LiveParts
  readonly #filter: SubscriptionFilter
  readonly #listeners = new Set<LiveListener>()
  readonly #published = new PublishedProducts()
  #position = 0
  #sent = 0
  #starting: Promise<void> | undefined
  /** Counts starts, so that results from before a stop are discarded. */
  #life = 0
  /** Since the last look: the catalogue wrote rows, changes are unknown, or rows were rebuilt. */
  readonly #noticed = { change: false, gap: false, anew: false }
  #isLooking = false
  #lookedAt = 0
  #timer: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined

  constructor(parts: LiveParts) {
    this.#parts = parts
    this.#filter = new SubscriptionFilter(parts.store, [...Object.keys(productEvents), ...Object.keys(stockEvents)])
  }

  /**
   * Adds a listener with the state of position `after` (undefined: current) and at once sends it the changes since,
   * or a refresh. Returns the unsubscribe function. Rejects while the database is away.
   */
  async join(after: number | undefined, tell: LiveListener['tell']): Promise<() => void> {
    this.#starting ??= this.#start()
    const one: LiveListener = { position: Number.POSITIVE_INFINITY, tell }
    this.#listeners.add(one)
    const leave = () => {
      if (this.#listeners.delete(one) && this.#listeners.size === 0) this.#stop()
    }
    try {
      await this.#starting
      // Another process may be ahead and have published it.
      if (after !== undefined && after > this.#position) await this.#parts.positions.look(['catalogue'])
      const known = Math.max(after ?? this.#position, this.#position)
      const isPossible = known <= Math.max(this.#position, this.#parts.positions.reached('catalogue'))
      one.position = isPossible ? known : this.#position
      this.#published.noteComer()
      tell(isPossible ? this.#published.since(after ?? this.#position, known) : anew(this.#position, this.#position))
    } catch (error) {
      leave()
      throw error
    }
    return leave
  }

  async #start(): Promise<void> {
    const { notifications, positions } = this.#parts
    const life = ++this.#life
    notifications.on('changed', this.#onChanged)
    notifications.on('checkpoint', this.#onCheckpoint)
    notifications.on('interrupted', this.#onInterrupted)
    notifications.on('generations', this.#onGenerations)
    this.#beat = setInterval(() => this.#tellAll([]), beatMs).unref()
    await positions.look(['catalogue'])
    const to = positions.reached('catalogue')
    const from = Math.max(0, to - maxEvents)
    const changed = await this.#changedBetween(from, to)
    if (life !== this.#life) return
    this.#published.forget(from)
    this.#published.add(changed)
    this.#position = this.#sent = to
  }

  #stop(): void {
    const { notifications } = this.#parts
    this.#life++
    notifications.off('changed', this.#onChanged)
    notifications.off('checkpoint', this.#onCheckpoint)
    notifications.off('interrupted', this.#onInterrupted)
    notifications.off('generations', this.#onGenerations)
    clearInterval(this.#beat)
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#starting = undefined
    this.#published.forget(0)
    Object.assign(this.#noticed, { change: false, gap: false, anew: false })
  }

  readonly #onChanged = (name: string) => {
    if (name !== 'catalogue') return
    this.#noticed.change = true
    this.#wake()
  }

  readonly #onCheckpoint = (name: string, position: number) => {
    if (name === 'catalogue' && !this.#isBehind() && !this.#isLooking) this.#pass(position)
  }

  readonly #onInterrupted = () => {
    this.#noticed.gap = true
    this.#wake()
  }

  readonly #onGenerations = () => {
    this.#noticed.anew = true
    this.#wake()
  }

  #isBehind(): boolean {
    return this.#noticed.change || this.#noticed.gap || this.#noticed.anew
  }

  #pass(position: number): void {
    if (position > this.#position) this.#position = position
  }

  #wake(after = Math.max(headStartMs, this.#lookedAt + pauseMs - performance.now())): void {
    if (this.#isLooking) return
    this.#timer ??= setTimeout(() => void this.#look(), after)
  }

  async #look(): Promise<void> {
    this.#timer = undefined
    this.#isLooking = true
    this.#lookedAt = performance.now()
    const before = { ...this.#noticed }
    Object.assign(this.#noticed, { change: false, gap: false, anew: false })
    let pause: number | undefined
    try {
      await this.#starting
      await this.#tellChanges(before)
      if (!this.#isBehind()) this.#pass(this.#parts.positions.reached('catalogue'))
    } catch (error) {
      this.#parts.report(error)
      for (const what of ['change', 'gap', 'anew'] as const) this.#noticed[what] ||= before[what]
      pause = retryMs
    }
    this.#isLooking = false
    if (this.#listeners.size > 0 && this.#isBehind()) this.#wake(pause)
  }

  async #tellChanges({ gap, anew: isAnew }: { gap: boolean; anew: boolean }): Promise<void> {
    const { positions } = this.#parts
    const life = this.#life
    if (gap) await positions.look(['catalogue'])
    const [from, to] = [this.#position, positions.reached('catalogue')]
    if (isAnew || to - from > maxEvents) {
      this.#published.forget(to)
      this.#pass(to)
      return this.#tellAll([], true)
    }
    if (to <= from) return
    const changed = await this.#changedBetween(from, to)
    if (life !== this.#life) return
    const products = this.#published.add(changed)
    this.#pass(to)
    if (products.length > 0) this.#tellAll(products)
  }

  /** Products of the events in a range, each with its last position. */
  async #changedBetween(from: number, to: number): Promise<(LiveProduct & { position: number })[]> {
    const { store, db } = this.#parts
    if (to <= from) return []
    const changed = new Map<number, number>()
    for await (const events of store.pagesConcerning(from, to, this.#filter))
      for (const { stream_id, pos } of events) changed.set(streamIdNumber(stream_id), pos)
    const facts = await findSaleFacts(db, [...changed.keys()])
    return facts.map(({ id, isActive, price, stock }) => ({
      position: changed.get(id) ?? to,
      // Withdrawn products reveal no price or stock.
      ...(isActive ? { id, isActive, price, stock } : { id, isActive }),
    }))
  }

  #tellAll(products: LiveProduct[], isAnew = false): void {
    const [after, position] = [this.#sent, this.#position]
    this.#sent = position
    const news = isAnew ? anew(after, position) : { after, position, products }
    for (const one of this.#listeners) {
      // New listeners get everything on joining; returning ones may be ahead.
      const isPublished = products.length > 0 ? one.position >= position : one.position > position
      if (one.position === Number.POSITIVE_INFINITY || (isPublished && !isAnew)) continue
      one.position = position
      try {
        one.tell(news)
      } catch (error) {
        this.#parts.report(error)
      }
    }
  }
}

function anew(after: number, position: number): LiveNews {
  return { after, position, products: [], refresh: true }
}
