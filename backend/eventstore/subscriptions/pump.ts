// One pump per process: the leader's feeds the subscriptions of its release, the others stand by.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import { type Checkpoint, openCheckpoints } from './checkpoints.ts'
import { Feeding, messageOf, type PumpReport } from './feeding.ts'
import { type Release, releaseOf, stepDown, tryToLead } from './leader.ts'
import { SilentLeaders } from './silent-leaders.ts'
import type { Subscription } from './subscription.ts'

/** How often a leader looks for changes that it was not told of, and how often a process that stands by looks at it. */
const [pollMs, standByMs] = [1000, 250]
/** Leaves the lock to other processes for this long. */
const steppedDownMs = 200
/** PostgreSQL ends a session that is silent for `silenceMs`, and frees its lock, if no other process did. */
const limits = { silenceMs: 5000, lockMs: 100, statementMs: 30_000 }

type Parts = {
  databaseUrl: string
  store: EventStore
  subscriptions: readonly Subscription[]
  notifications: Notifications
  report: PumpReport
  /** Set if pages are read from standbys, which should get rows soon. */
  hasReplicas?: boolean
}

export class Pump {
  connectionPid: number | null = null
  readonly #parts: Parts
  readonly #release: Release
  readonly #pool: pg.Pool
  readonly #feeding: Feeding
  readonly #silent = new SilentLeaders()
  readonly #stop = new AbortController()
  #checkpoints: readonly Checkpoint[] = []
  #wake: () => void = () => undefined
  #logMayHaveGrown = false
  #generationsMayHaveChanged = false
  #running: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#release = releaseOf(parts.subscriptions)
    this.#pool = parts.notifications.watch(createPool(parts.databaseUrl, { max: 1, name: 'gamertech pump', limits }))
    this.#feeding = new Feeding(parts)
  }

  readonly #noteAppended = () => {
    this.#logMayHaveGrown = true
    this.#wake()
  }

  readonly #noteGenerations = () => {
    this.#generationsMayHaveChanged = true
    this.#wake()
  }

  get #stopping(): boolean {
    return this.#stop.signal.aborted
  }

  start(): void {
    this.#parts.notifications.on('events', this.#noteAppended)
    this.#parts.notifications.on('generations', this.#noteGenerations)
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake()
    await this.#running
    this.#parts.notifications.off('events', this.#noteAppended)
    this.#parts.notifications.off('generations', this.#noteGenerations)
    await this.#pool.end()
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.#onConnection().catch((error: unknown) => {
        if (!this.#stopping) this.#parts.report({ subscription: 'pump', message: messageOf(error) })
      })
      await this.#pause(pollMs)
    }
  }

  /**
   * Leads or stands by on one session, which holds the lock. With replicas, commits flush at once, so that standbys get
   * them; otherwise rows and checkpoint may be lost and replayed together. Never waits for a standby.
   */
  async #onConnection(): Promise<void> {
    const client = await this.#pool.connect()
    try {
      this.connectionPid = (client as pg.PoolClient & { processID: number | null }).processID
      await client.query(`set synchronous_commit = ${this.#parts.hasReplicas ? 'local' : 'off'}`)
      while (!this.#stopping) {
        this.#generationsMayHaveChanged = false
        if (await tryToLead(client, this.#release)) await this.#lead(client)
        else if (!(await this.#endSilentLeaders(client))) await this.#idle(standByMs)
      }
    } finally {
      this.connectionPid = null
      client.release(true)
    }
  }

  async #lead(client: pg.ClientBase): Promise<void> {
    const feeding = this.#feeding
    feeding.isFailing = false
    feeding.isOutdated = true
    for (let lookedAt = 0; !this.#stopping && !feeding.isFailing; ) {
      const isDue = performance.now() - lookedAt > pollMs
      if (isDue || feeding.isOutdated || this.#generationsMayHaveChanged) {
        // Leaders of other releases; also shows life, since PostgreSQL ends a silent session.
        if (isDue) await this.#endSilentLeaders(client)
        feeding.isOutdated = this.#generationsMayHaveChanged = false
        lookedAt = performance.now()
        this.#checkpoints = await openCheckpoints(client, this.#parts.store, this.#release, this.#checkpoints)
      }
      this.#logMayHaveGrown = false
      if ((await feeding.feedPages(client, this.#checkpoints)) === 0)
        await this.#idle(pollMs, () => this.#logMayHaveGrown || feeding.isOutdated)
    }
    await stepDown(client)
    await this.#pause(steppedDownMs)
  }

  async #endSilentLeaders(client: pg.ClientBase): Promise<boolean> {
    const isEnded = await this.#silent.end(client)
    if (isEnded) this.#parts.report({ subscription: 'pump', message: 'ended the session of a leader that fell silent' })
    return isEnded
  }

  /** Sleeps until the next look at the database, or until something calls for an earlier one. */
  async #idle(ms: number, isCalled = () => false): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = () => {
      if (this.#stopping || this.#generationsMayHaveChanged || isCalled()) resolve()
    }
    const timer = setTimeout(resolve, ms)
    this.#wake()
    await promise
    clearTimeout(timer)
    this.#wake = () => undefined
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }
}
