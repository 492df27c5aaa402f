// Feeds every subscription of the deployment: one process leads, reads each page of the log once and hands it to all.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { RecordedEvent, StoredEvent } from './event.ts'
import type { EventStore } from './event-store.ts'
import { applyBatch } from './projection-writer.ts'
import type { Moved, Signals } from './signals.ts'
import { eventTypesOf, nameOf, type Subscription, versionOf } from './subscription.ts'

const pageSize = 2000
const pollEvery = 1000
const leaderLock = 4243
/** A leader that hangs (a stopped machine, a lost network) loses its session, and with it the lock, within these milliseconds. */
const silence = 5000

export type PumpReport = (problem: { subscription: string; message: string; poisoned?: number }) => void

/** Another process leads now: whoever sees this stands down. */
class Fenced extends Error {
  override readonly name = 'Fenced'
}

export class Pump {
  readonly #databaseUrl: string
  readonly #store: EventStore
  readonly #subscriptions: readonly Subscription[]
  readonly #signals: Signals
  readonly #report: PumpReport
  readonly #stop = new AbortController()
  #wake: (() => void) | null = null
  /** Something was appended since the log was last read. */
  #news = false
  #running: Promise<void> = Promise.resolve()

  constructor(parts: {
    databaseUrl: string
    store: EventStore
    subscriptions: readonly Subscription[]
    signals: Signals
    report: PumpReport
  }) {
    this.#databaseUrl = parts.databaseUrl
    this.#store = parts.store
    this.#subscriptions = parts.subscriptions
    this.#signals = parts.signals
    this.#report = parts.report
  }

  readonly #hear = () => {
    this.#news = true
    this.#wake?.()
  }

  get #stopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** Starts leading as soon as no other process does, until stop. */
  start(): void {
    this.#signals.on('events', this.#hear)
    this.#running = this.#run()
  }

  /** Ends after the page under way. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake?.()
    await this.#running
    this.#signals.off('events', this.#hear)
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const client = new pg.Client({
        connectionString: this.#databaseUrl,
        options: `-c role=gamertech_app -c idle_session_timeout=${silence} -c idle_in_transaction_session_timeout=${silence}`,
        application_name: 'gamertech pump',
        connectionTimeoutMillis: 5000,
        query_timeout: 35_000,
        keepAlive: true,
      })
      client.on('error', () => undefined)
      let fenced = false
      try {
        await client.connect()
        while (!this.#stopping && !(await this.#win(client))) await this.#rest()
        if (!this.#stopping) await this.#lead(client)
      } catch (error) {
        fenced = error instanceof Fenced
        if (!this.#stopping) this.#report({ subscription: 'pump', message: messageOf(error) })
      } finally {
        await client.end().catch(() => undefined)
      }
      if (!fenced) await this.#rest()
    }
  }

  async #win(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [leaderLock])
    return rows[0]?.won === true
  }

  /** Waits before the next try to lead; news of the log do not shorten it. */
  async #rest(): Promise<void> {
    await sleep(pollEvery, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }

  async #lead(client: pg.Client): Promise<void> {
    const feeds = await this.#takeOver(client)
    await client.query('set synchronous_commit = off') // rows and checkpoint are lost together, and replayed together
    while (!this.#stopping) {
      this.#news = false
      const active = feeds.filter((feed) => feed.retryAt <= Date.now())
      const from = Math.min(...active.map((feed) => feed.position))
      const page = active.length === 0 ? [] : await this.#store.readAfter(from, pageSize)
      if (page.length > 0) {
        await this.#feedAll(client, active, page)
      } else {
        await this.#idle(pollEvery)
        // A sign of life, and a look whether the lock is still ours.
        if (!this.#news && !this.#stopping) await client.query('select 1')
      }
    }
  }

  /** Raises the epoch, so that a leader that lost its lock unnoticed can no longer move a checkpoint. */
  async #takeOver(client: pg.Client): Promise<Feed[]> {
    const names = this.#subscriptions.map(nameOf)
    const { rows } = await client.query<{ name: string; pos: number; epoch: number; version: number }>(
      'update es.subscriptions set epoch = epoch + 1 where name = any($1) returning name, pos, epoch, version',
      [names],
    )
    const parked = await client.query<{ projection: string; key: string }>(
      'select distinct projection, key from es.dead_letters',
    )
    return this.#subscriptions.map((subscription) => {
      const name = nameOf(subscription)
      const row = rows.find((other) => other.name === name)
      if (!row) throw new Error(`subscription ${name} is not registered`)
      if (row.version !== versionOf(subscription))
        throw new Error(`${name} has the rows of version ${row.version}: this process does not feed them`)
      const types = new Set(this.#store.codec.typeIds(eventTypesOf(subscription)))
      const keys = new Set(parked.rows.filter((letter) => letter.projection === name).map((letter) => letter.key))
      return { subscription, name, types, position: row.pos, epoch: row.epoch, parked: keys, failures: 0, retryAt: 0 }
    })
  }

  /** Who has nothing in this page only moves on, all in one statement; the others each write rows and checkpoint in one transaction. */
  async #feedAll(client: pg.Client, feeds: readonly Feed[], page: readonly StoredEvent[]): Promise<void> {
    const to = (page.at(-1) as StoredEvent).pos
    const wanted = (feed: Feed) => page.filter((row) => row.pos > feed.position && feed.types.has(row.type))
    const idle = feeds.filter((feed) => feed.position < to && wanted(feed).length === 0)
    if (idle.length > 0) await this.#moveOn(client, idle, to, [])
    for (const feed of feeds) if (feed.position < to) await this.#feed(client, feed, wanted(feed), to)
  }

  async #feed(client: pg.Client, feed: Feed, rows: readonly StoredEvent[], to: number): Promise<void> {
    try {
      await client.query('begin')
      const poisoned = await this.#apply(client, feed, rows)
      await this.#moveOn(client, [feed], to, [feed.name], () => client.query('commit'))
      feed.failures = 0
      if (poisoned > 0) this.#report({ subscription: feed.name, message: 'events were parked', poisoned })
    } catch (error) {
      await client.query('rollback')
      if (error instanceof Fenced) throw error
      feed.failures++
      feed.retryAt = Date.now() + Math.min(100 * 2 ** feed.failures, 30_000)
      this.#report({ subscription: feed.name, message: messageOf(error) })
    }
  }

  /** Moves checkpoints by compare-and-set and tells who waits; throws Fenced where somebody else moved one. */
  async #moveOn(
    client: pg.Client,
    feeds: readonly Feed[],
    to: number,
    changed: string[],
    commit?: () => Promise<unknown>,
  ): Promise<void> {
    const from = feeds.map(({ name, position, epoch }) => ({ name, pos: position, epoch }))
    const moved: Moved = { reached: Object.fromEntries(feeds.map((feed) => [feed.name, to])), changed }
    const { rows } = await client.query<{ moved: number }>({
      name: 'es.move',
      text: `with moved as (
        update es.subscriptions s set pos = $1, updated_at = now()
        from json_to_recordset($2) f(name text, pos bigint, epoch bigint)
        where s.name = f.name and s.pos = f.pos and s.epoch = f.epoch returning 1
      ), told as (select pg_notify('reached', $3)) select (select count(*) from moved) as moved from told`,
      values: [to, JSON.stringify(from), JSON.stringify(moved)],
    })
    if (rows[0]?.moved !== feeds.length)
      throw new Fenced(`${feeds.map((feed) => feed.name).join(',')} have another leader`)
    await commit?.()
    for (const feed of feeds) feed.position = to
    this.#signals.tell(moved)
  }

  async #apply(client: pg.Client, feed: Feed, rows: readonly StoredEvent[]): Promise<number> {
    const { subscription } = feed
    const unseal = subscription.kind === 'projection' && subscription.projection.personal
    const events: RecordedEvent[] = await this.#store.codec.decode(rows, { unseal })
    if (subscription.kind === 'reactor') {
      await subscription.reactor.react(client, events)
      return 0
    }
    const poisoned = await applyBatch(client, subscription.projection, events, feed.parked)
    for (const { key } of poisoned) feed.parked.add(key)
    return poisoned.length
  }

  /** Sleeps until something was appended, or for a while. */
  async #idle(milliseconds: number): Promise<void> {
    const abort = new AbortController()
    this.#wake = () => abort.abort()
    if (!this.#stopping && !this.#news)
      await sleep(milliseconds, undefined, { signal: abort.signal }).catch(() => undefined)
    this.#wake = null
  }
}

type Feed = {
  subscription: Subscription
  name: string
  types: ReadonlySet<number>
  position: number
  epoch: number
  parked: Set<string>
  failures: number
  /** Not before this time (ms since 1970) after a failure. */
  retryAt: number
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
