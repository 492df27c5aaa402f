// Feeds the subscriptions of the deployment: the process that holds a generation's lock reads each page of the log once for all it holds.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import { feedings } from '#backend/eventstore/log/telemetry.ts'
import { type Applied, applyBatch } from '#backend/eventstore/projections/row-writer.ts'
import { Fenced, moveCheckpoints, type Written } from './checkpoints.ts'
import { acquireLeases, groupByPosition, type Lease } from './lease.ts'
import { connectPump, handOver, pumpClient } from './pump-connection.ts'
import { applyReactions } from './reaction.ts'
import type { Subscription } from './subscription.ts'

const pageSize = 2000
const pollIntervalMs = 1000
/** A read model that another session locks is tried again alone, waits only this long for it, and is tried at most this far apart. */
const retryLockMs = 10
const maxLockPauseMs = 1000

export type PumpReport = (problem: { subscription: string; message: string; poisoned?: number }) => void

/**
 * One pump a process. Any number of processes may run one: each generation is fed by the process that holds its lock, and its rows and
 * checkpoint are written in one transaction.
 */
export class Pump {
  readonly #databaseUrl: string
  readonly #store: EventStore
  readonly #subscriptions: readonly Subscription[]
  readonly #notifications: Notifications
  readonly #report: PumpReport
  readonly #hasReplicas: boolean
  readonly #stop = new AbortController()
  #wake: (() => void) | null = null
  /** Something was appended since the log was last read. */
  #logMayHaveGrown = false
  /** The generations may have changed since they were last looked at. */
  #leasesMayHaveChanged = true
  #running: Promise<void> = Promise.resolve()

  constructor(parts: {
    databaseUrl: string
    store: EventStore
    subscriptions: readonly Subscription[]
    notifications: Notifications
    report: PumpReport
    /** Pages are read from standbys too, so these should hear of rows soon. */
    hasReplicas?: boolean
  }) {
    this.#databaseUrl = parts.databaseUrl
    this.#store = parts.store
    this.#subscriptions = parts.subscriptions
    this.#notifications = parts.notifications
    this.#report = parts.report
    this.#hasReplicas = parts.hasReplicas ?? false
  }

  readonly #noteAppended = () => {
    this.#logMayHaveGrown = true
    this.#wake?.()
  }

  readonly #refreshLeases = () => {
    this.#leasesMayHaveChanged = true
    this.#wake?.()
  }

  get #stopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** Feeds what no other process feeds, until stop. */
  start(): void {
    this.#notifications.on('events', this.#noteAppended)
    this.#notifications.on('generations', this.#refreshLeases)
    this.#running = this.#run()
  }

  /** Ends after the page under way. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake?.()
    await this.#running
    this.#notifications.off('events', this.#noteAppended)
    this.#notifications.off('generations', this.#refreshLeases)
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const client = pumpClient(this.#databaseUrl)
      try {
        await connectPump(client, this.#hasReplicas)
        await this.#feedWhatIsFree(client)
      } catch (error) {
        if (!this.#stopping) this.#report({ subscription: 'pump', message: messageOf(error) })
      } finally {
        if (this.#stopping) await handOver(client).catch(() => undefined)
        await client.end().catch(() => undefined)
      }
      await sleep(pollIntervalMs, undefined, { signal: this.#stop.signal }).catch(() => undefined)
    }
  }

  async #feedWhatIsFree(client: pg.Client): Promise<void> {
    let leases: Lease[] = []
    let lookedAt = 0
    while (!this.#stopping) {
      // Also a sign of life: a session that says nothing for a while loses its locks.
      if (this.#leasesMayHaveChanged || performance.now() - lookedAt > pollIntervalMs) {
        this.#leasesMayHaveChanged = false
        lookedAt = performance.now()
        leases = await acquireLeases(client, this.#store, this.#subscriptions, leases)
      }
      this.#logMayHaveGrown = false
      const moved = await this.#feedPages(client, leases)
      if (!moved) await this.#idle(pollIntervalMs, leases.length > 0)
    }
  }

  /** A page for each group of leases; returns false if the log holds nothing new for any. */
  async #feedPages(client: pg.Client, leases: readonly Lease[]): Promise<boolean> {
    let moved = false
    const due = leases.filter((lease) => lease.isLocked && lease.retryAt <= performance.now())
    for (const group of groupByPosition(due, pageSize)) {
      const from = Math.min(...group.map((lease) => lease.position))
      const page = await this.#store.readAfter(from, pageSize)
      if (page.length === 0) continue
      moved = true
      try {
        await this.#feedAll(client, group, page)
      } catch (error) {
        if (!(error instanceof Fenced)) throw error
        this.#report({ subscription: 'pump', message: error.message })
        this.#leasesMayHaveChanged = true
        return true
      }
    }
    return moved
  }

  /** Leases with nothing in this page only advance, all in one statement; each of the others writes rows and checkpoint in one transaction. */
  async #feedAll(client: pg.Client, leases: readonly Lease[], page: readonly StoredEvent[]): Promise<void> {
    const to = (page.at(-1) as StoredEvent).pos
    const wanted = (lease: Lease) => page.filter((row) => row.pos > lease.position && lease.interest.concerns(row))
    // One that was locked is tried alone.
    const idle = leases.filter((lease) => lease.position < to && lease.lockouts === 0 && wanted(lease).length === 0)
    if (idle.length > 0)
      await this.#moveOn(client, idle, to).catch((error: unknown) => {
        if (!isLocked(error)) throw error // else each moves alone, below
      })
    for (const lease of leases) if (lease.position < to) await this.#feed(client, lease, wanted(lease), to)
  }

  async #feed(client: pg.Client, lease: Lease, rows: readonly StoredEvent[], to: number): Promise<void> {
    const work = async () => {
      await client.query(lease.lockouts === 0 ? 'begin' : `begin; set local lock_timeout = ${retryLockMs}`)
      const { poisoned, keys } = await this.#apply(client, lease, rows)
      await this.#moveOn(client, [lease], to, { name: lease.name, keys }, () => client.query('commit'))
      for (const { by, key, position } of poisoned)
        if (by === 'row') lease.parked.row.add(key)
        else if (!lease.parked.stream.has(key)) lease.parked.stream.set(key, position)
      return poisoned.length
    }
    const { name, generation } = lease
    try {
      const poisoned = await feedings.tracePromise(work, { name, generation, rows, startedAt: performance.now() })
      lease.failures = lease.lockouts = 0
      if (poisoned > 0) this.#report({ subscription: lease.name, message: 'events were parked', poisoned })
    } catch (error) {
      await client.query('rollback')
      if (error instanceof Fenced) throw error
      if (isLocked(error)) return this.#keepOut(lease)
      this.#leasesMayHaveChanged = true
      if (await isGone(client, lease)) return
      lease.failures++
      lease.retryAt = performance.now() + Math.min(100 * 2 ** lease.failures, 30_000)
      this.#report({ subscription: lease.name, message: messageOf(error) })
    }
  }

  /** No failure: no other process could do it either. */
  #keepOut(lease: Lease): void {
    lease.lockouts++
    lease.retryAt = performance.now() + Math.min(100 * 2 ** lease.lockouts, maxLockPauseMs)
    if (lease.lockouts === 1)
      this.#report({ subscription: lease.name, message: 'waits for what another session locks' })
  }

  /** Moves all these checkpoints, commits, and notifies the listeners; throws Fenced, and moves none, if another process moved one. */
  async #moveOn(
    client: pg.Client,
    leases: readonly Lease[],
    to: number,
    written?: Written,
    commit?: () => Promise<unknown>,
  ): Promise<void> {
    const moved = await moveCheckpoints(client, leases, to, written)
    await commit?.()
    for (const lease of leases) lease.position = to
    this.#notifications.publish(moved)
  }

  async #apply(client: pg.Client, lease: Lease, rows: readonly StoredEvent[]): Promise<Applied> {
    const { subscription } = lease
    const unseal = subscription.kind === 'projection' && subscription.projection.personal
    const events = await this.#store.codec.decodeEach(rows, { unseal })
    if (subscription.kind === 'reactor')
      return {
        poisoned: await applyReactions(client, { reactor: subscription.reactor, generation: lease }, events, lease),
        keys: [],
      }
    return applyBatch(client, { projection: subscription.projection, generation: lease }, events, lease)
  }

  /** Sleeps until there is work or the time is over; a process that feeds nothing is not woken by appends. */
  async #idle(milliseconds: number, wakeOnEvents: boolean): Promise<void> {
    const abort = new AbortController()
    this.#wake = () => {
      if (wakeOnEvents || this.#leasesMayHaveChanged || this.#stopping) abort.abort()
    }
    if (!this.#stopping && !this.#leasesMayHaveChanged && !(wakeOnEvents && this.#logMayHaveGrown))
      await sleep(milliseconds, undefined, { signal: abort.signal }).catch(() => undefined)
    this.#wake = null
  }
}

/** A rebuild removed it while it was fed. */
async function isGone(client: pg.Client, { generation }: Lease): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from es.subscriptions where generation = $1', [generation])
  return rowCount === 0
}

function isLocked(error: unknown): boolean {
  return hasErrorCode(error, pgErrors.lockNotAvailable)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
