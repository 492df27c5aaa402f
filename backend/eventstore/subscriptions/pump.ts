// Feeds the subscriptions of the deployment: whoever holds a generation's lock reads each page of the log once for all it holds.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { RecordedEvent, StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Moved, Signals } from '#backend/eventstore/log/notifications.ts'
import { feedings } from '#backend/eventstore/log/telemetry.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'
import { applyBatch } from '#backend/eventstore/projections/row-writer.ts'
import { type Feed, inCompany, takeFeeds } from './lease.ts'
import type { Subscription } from './subscription.ts'

const pageSize = 2000
const pollEvery = 1000
/** A feeder that hangs (a stopped machine, a lost network) loses its session, and with it its locks, within these milliseconds. */
const silence = 5000
/** Longest wait for rows that somebody else locks, in milliseconds: one read model must not hold up the others. */
const lockPatience = 1000

export type PumpReport = (problem: { subscription: string; message: string; poisoned?: number }) => void

/** Somebody else moved the checkpoint: whoever sees this looks anew what is its own. */
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
  /** The generations may have changed since they were last looked at. */
  #look = true
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

  readonly #lookAgain = () => {
    this.#look = true
    this.#wake?.()
  }

  get #stopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** Feeds what no other process feeds, until stop. */
  start(): void {
    this.#signals.on('events', this.#hear)
    this.#signals.on('generations', this.#lookAgain)
    this.#running = this.#run()
  }

  /** Ends after the page under way. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake?.()
    await this.#running
    this.#signals.off('events', this.#hear)
    this.#signals.off('generations', this.#lookAgain)
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const client = new pg.Client({
        connectionString: this.#databaseUrl,
        options: `-c role=gamertech_app -c idle_session_timeout=${silence} -c idle_in_transaction_session_timeout=${silence} -c lock_timeout=${lockPatience} -c statement_timeout=30000`,
        application_name: 'gamertech pump',
        connectionTimeoutMillis: 5000,
        query_timeout: 35_000,
        keepAlive: true,
      })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await client.query('set synchronous_commit = off') // rows and checkpoint are lost together, and replayed together
        await this.#feedWhatIsFree(client)
      } catch (error) {
        if (!this.#stopping) this.#report({ subscription: 'pump', message: messageOf(error) })
      } finally {
        await client.end().catch(() => undefined)
      }
      await sleep(pollEvery, undefined, { signal: this.#stop.signal }).catch(() => undefined)
    }
  }

  async #feedWhatIsFree(client: pg.Client): Promise<void> {
    let feeds: Feed[] = []
    let lookedAt = 0
    while (!this.#stopping) {
      // Also a sign of life: a session that says nothing for a while loses its locks.
      if (this.#look || performance.now() - lookedAt > pollEvery) {
        this.#look = false
        lookedAt = performance.now()
        feeds = await takeFeeds(client, this.#store, this.#subscriptions, feeds)
      }
      this.#news = false
      const moved = await this.#feedPages(client, feeds)
      if (!moved) await this.#idle(pollEvery, feeds.length > 0)
    }
  }

  /** A page for each group of feeds; answers false where the log holds nothing new for any. */
  async #feedPages(client: pg.Client, feeds: readonly Feed[]): Promise<boolean> {
    let moved = false
    const due = feeds.filter((feed) => feed.isLocked && feed.retryAt <= Date.now())
    for (const group of inCompany(due, pageSize)) {
      const from = Math.min(...group.map((feed) => feed.position))
      const page = await this.#store.readAfter(from, pageSize)
      if (page.length === 0) continue
      moved = true
      try {
        await this.#feedAll(client, group, page)
      } catch (error) {
        if (!(error instanceof Fenced)) throw error
        this.#report({ subscription: 'pump', message: error.message })
        this.#look = true
        return true
      }
    }
    return moved
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
    const work = async () => {
      await client.query('begin')
      const poisoned = await this.#apply(client, feed, rows)
      await this.#moveOn(client, [feed], to, [feed.name], () => client.query('commit'))
      for (const { key } of poisoned) feed.parked.add(key)
      return poisoned.length
    }
    const { name, generation } = feed
    try {
      const poisoned = await feedings.tracePromise(work, { name, generation, rows, startedAt: performance.now() })
      feed.failures = 0
      if (poisoned > 0) this.#report({ subscription: feed.name, message: 'events were parked', poisoned })
    } catch (error) {
      await client.query('rollback')
      if (error instanceof Fenced) throw error
      this.#look = true
      if (await isGone(client, feed)) return
      feed.failures++
      feed.retryAt = Date.now() + Math.min(100 * 2 ** feed.failures, 30_000)
      this.#report({ subscription: feed.name, message: messageOf(error) })
    }
  }

  /** Moves all these checkpoints by compare-and-set and tells who waits; throws Fenced, and moves none, where somebody else moved one. */
  async #moveOn(
    client: pg.Client,
    feeds: readonly Feed[],
    to: number,
    changed: string[],
    commit?: () => Promise<unknown>,
  ): Promise<void> {
    const from = feeds.map(({ generation, position, epoch }) => ({ generation, pos: position, epoch }))
    const shown = feeds.filter((feed) => feed.state === 'live').map((feed) => feed.name)
    const moved: Moved = {
      reached: Object.fromEntries(shown.map((name) => [name, to])),
      changed: changed.filter((name) => shown.includes(name)),
    }
    const { rows } = await client.query<{ moved: number }>({
      name: 'es.move',
      text: `with f as (select * from json_to_recordset($2) f(generation int, pos bigint, epoch bigint)),
        own as (select generation from es.subscriptions s join f using (generation)
          where s.pos = f.pos and s.epoch = f.epoch order by generation for update of s),
        moved as (update es.subscriptions s set pos = $1, updated_at = now() from own
          where s.generation = own.generation and (select count(*) from own) = (select count(*) from f) returning 1),
        told as (select pg_notify('reached', $3) where exists (select from moved))
        select (select count(*) from moved) as moved, (select count(*) from told) as told`,
      values: [to, JSON.stringify(from), JSON.stringify(moved)],
    })
    if (rows[0]?.moved !== feeds.length)
      throw new Fenced(`${feeds.map((feed) => feed.name).join(',')} was moved by somebody else`)
    await commit?.()
    for (const feed of feeds) feed.position = to
    this.#signals.tell(moved)
  }

  async #apply(client: pg.Client, feed: Feed, rows: readonly StoredEvent[]): Promise<PoisonedEvent[]> {
    const { subscription } = feed
    const unseal = subscription.kind === 'projection' && subscription.projection.personal
    const events: RecordedEvent[] = await this.#store.codec.decode(rows, { unseal })
    if (subscription.kind === 'reactor') {
      await subscription.reactor.react(client, events)
      return []
    }
    const target = { projection: subscription.projection, generation: feed }
    return applyBatch(client, target, events, feed)
  }

  /** Sleeps until there is something to look at, or for a while; who feeds nothing need not hear of appends. */
  async #idle(milliseconds: number, wakeOnEvents: boolean): Promise<void> {
    const abort = new AbortController()
    this.#wake = () => {
      if (wakeOnEvents || this.#look || this.#stopping) abort.abort()
    }
    if (!this.#stopping && !this.#look && !(wakeOnEvents && this.#news))
      await sleep(milliseconds, undefined, { signal: abort.signal }).catch(() => undefined)
    this.#wake = null
  }
}

/** A rebuild removed it while it was fed. */
async function isGone(client: pg.Client, { generation }: Feed): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from es.subscriptions where generation = $1', [generation])
  return rowCount === 0
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
