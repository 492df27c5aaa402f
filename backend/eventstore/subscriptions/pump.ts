// Feeds the deployment's subscriptions: the process with a generation's lock feeds that generation.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import { FeederWatch } from './feeders/feeder-watch.ts'
import { MakesWay, Pace } from './feeders/pace.ts'
import { Feeding, messageOf, type PumpReport } from './feeding.ts'
import { acquireLeases, type Lease } from './lease.ts'
import { connectPump, handOver, pumpClient, type StatementWatch } from './pump-connection.ts'
import { nameOf, type Subscription } from './subscription.ts'

const pollIntervalMs = 1000

/** One pump per process, in any number of processes. Rows and checkpoint are written in one transaction. */
export class Pump {
  readonly #databaseUrl: string
  readonly #store: EventStore
  readonly #subscriptions: readonly Subscription[]
  readonly #notifications: Notifications
  readonly #report: PumpReport
  readonly #hasReplicas: boolean
  readonly #feeding: Feeding
  readonly #pace = new Pace()
  readonly #watch: FeederWatch
  readonly #statements: StatementWatch = {
    answered: (ms) => this.#pace.note(ms),
    stops: () => (this.#isFeeding && this.#pace.shouldMakeWay ? new MakesWay() : undefined),
  }
  #isFeeding = false
  readonly #stop = new AbortController()
  #wake: (() => void) | null = null
  #logMayHaveGrown = false
  #leasesMayHaveChanged = true
  #othersAreLate = false
  #running: Promise<void> = Promise.resolve()
  #connectionPid: number | null = null

  constructor(parts: {
    databaseUrl: string
    store: EventStore
    subscriptions: readonly Subscription[]
    notifications: Notifications
    report: PumpReport
    /** Set if pages are read from standbys, which should get rows soon. */
    hasReplicas?: boolean
  }) {
    this.#databaseUrl = parts.databaseUrl
    this.#store = parts.store
    this.#subscriptions = parts.subscriptions
    this.#notifications = parts.notifications
    this.#report = parts.report
    this.#hasReplicas = parts.hasReplicas ?? false
    this.#feeding = new Feeding({ ...parts, refreshLeases: () => (this.#leasesMayHaveChanged = true) })
    this.#watch = new FeederWatch(parts.notifications, this.#lookAfterOthers)
  }

  readonly #noteAppended = () => {
    this.#logMayHaveGrown = true
    this.#wake?.()
  }

  readonly #refreshLeases = () => {
    this.#leasesMayHaveChanged = true
    this.#wake?.()
  }

  readonly #lookAfterOthers = () => {
    this.#othersAreLate = true
    this.#wake?.()
  }

  get #stopping(): boolean {
    return this.#stop.signal.aborted
  }

  get connectionPid(): number | null {
    return this.#connectionPid
  }

  start(): void {
    this.#notifications.on('events', this.#noteAppended)
    this.#notifications.on('generations', this.#refreshLeases)
    this.#watch.start()
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake?.()
    await this.#running
    this.#watch.stop()
    this.#notifications.off('events', this.#noteAppended)
    this.#notifications.off('generations', this.#refreshLeases)
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const client = pumpClient(this.#databaseUrl, this.#notifications, this.#statements)
      this.#pace.reset()
      try {
        await connectPump(client, this.#hasReplicas)
        this.#connectionPid = (client as pg.Client & { processID: number | null }).processID
        await this.#feedWhatIsFree(client)
      } catch (error) {
        if (!this.#stopping) this.#report({ subscription: 'pump', message: messageOf(error) })
      } finally {
        this.#connectionPid = null
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
      if (this.#othersAreLate) await this.#endSilentFeeders(client)
      // Also shows life: PostgreSQL ends a silent session and frees its locks.
      if (this.#leasesMayHaveChanged || performance.now() - lookedAt > pollIntervalMs) {
        this.#leasesMayHaveChanged = false
        lookedAt = performance.now()
        leases = await acquireLeases(client, this.#store, this.#subscriptions, leases, this.#pace)
        this.#watchOthers(leases)
      }
      this.#logMayHaveGrown = false
      const fed = await this.#feedUnlessOutpaced(client, leases)
      if (fed === 0) await this.#idle(pollIntervalMs, leases.length > 0)
    }
  }

  #watchOthers(leases: readonly Lease[]): void {
    const own = new Set(leases.filter(({ isLocked }) => isLocked).map(({ name }) => name))
    this.#watch.follow(this.#subscriptions.map(nameOf).filter((name) => !own.has(name)))
  }

  async #endSilentFeeders(client: pg.Client): Promise<void> {
    this.#othersAreLate = false
    const ended = await this.#watch.endSilentFeeders(client, this.#pace.ms)
    if (ended === 0) return
    this.#leasesMayHaveChanged = true
    this.#report({ subscription: 'pump', message: 'takes over from a process that has fallen silent' })
  }

  /**
   * Returns the events of the longest page, 0 if there were none. A slow process hands over to a much quicker one even
   * within a page.
   */
  async #feedUnlessOutpaced(client: pg.Client, leases: readonly Lease[]): Promise<number> {
    try {
      this.#isFeeding = true
      if (!this.#pace.shouldMakeWay) return await this.#feeding.feedPages(client, leases)
    } catch (error) {
      if (!(error instanceof MakesWay)) throw error
    } finally {
      this.#isFeeding = false
    }
    await this.#makeWay(client, leases)
    return 0
  }

  async #makeWay(client: pg.Client, leases: readonly Lease[]): Promise<void> {
    const held = leases.filter(({ isLocked }) => isLocked)
    const roundTripMs = Math.round(this.#pace.ms)
    const generations = held.map(({ generation }) => generation)
    if (held.length === 0 || !(await this.#pace.makeWay(client, generations, this.#feeding.isOpen))) return
    for (const lease of held) lease.isLocked = false
    this.#watchOthers([])
    const message = `makes way for a quicker process: a round trip to the database takes ${roundTripMs} ms`
    this.#report({ subscription: 'pump', message })
  }

  async #idle(milliseconds: number, wakeOnEvents: boolean): Promise<void> {
    const abort = new AbortController()
    this.#wake = () => {
      if (wakeOnEvents || this.#leasesMayHaveChanged || this.#othersAreLate || this.#stopping) abort.abort()
    }
    const isCalled = this.#leasesMayHaveChanged || this.#othersAreLate || (wakeOnEvents && this.#logMayHaveGrown)
    if (!this.#stopping && !isCalled)
      await sleep(milliseconds, undefined, { signal: abort.signal }).catch(() => undefined)
    this.#wake = null
  }
}
