// Feeds pages of the log to the leader's subscriptions: rows and checkpoints are written in one transaction.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { CheckpointsMoved, Notifications } from '#backend/eventstore/log/notifications.ts'
import { feedings, type ObservedFeed } from '#backend/eventstore/log/telemetry.ts'
import { notePoisoned, type PoisonedEvent } from '#backend/eventstore/projections/projection.ts'
import { type Applied, applyAccepted, applyBatch } from '#backend/eventstore/projections/row-writer.ts'
import { type Checkpoint, Fenced, moveCheckpoints } from './checkpoints.ts'
import { applyReactions } from './reaction.ts'
import { isReactor } from './subscription.ts'

const pageSize = 2000
/** Writes the shares of longer pages one by one, so that the first need not wait for the last. */
const mostTogether = 250
/** Longest pauses of what another session locks, and of what fails. */
const [lockPauseMs, failurePauseMs] = [1000, 30_000]
/** Waits no longer for a lock when it tries again, since the others wait too. */
const retryLockMs = 10
/** Leaves it to another process to try what failed as often. */
const mostFailures = 3

export type PumpReport = (problem: { subscription: string; message: string; poisoned?: number }) => void

type Share = { checkpoint: Checkpoint; rows: readonly StoredEvent[] }

export class Feeding {
  readonly #store: EventStore
  readonly #notifications: Notifications
  readonly #report: PumpReport
  readonly #sealed = new WeakMap<StoredEvent, Decoded>()
  readonly #unsealed = new WeakMap<StoredEvent, Decoded>()

  constructor(parts: { store: EventStore; notifications: Notifications; report: PumpReport }) {
    this.#store = parts.store
    this.#notifications = parts.notifications
    this.#report = parts.report
  }

  /** True if a checkpoint may have been moved or dropped: open them again before the next page. */
  isOutdated = false
  /** True if a subscription fails in this process: another one should lead. */
  isFailing = false

  /** Feeds a page; returns its number of events, 0 at the head. Reads another one for checkpoints far behind. */
  async feedPages(client: pg.ClientBase, checkpoints: readonly Checkpoint[]): Promise<number> {
    const due = checkpoints.filter(({ retryAt }) => retryAt <= performance.now())
    const front = Math.max(...due.map(({ position }) => position))
    const groups = Map.groupBy(due, ({ position }) => (front - position <= pageSize ? front : position))
    let longest = 0
    for (const group of groups.values()) {
      const from = Math.min(...group.map(({ position }) => position))
      const page = await this.#store.readAfter(from, pageSize, client)
      longest = Math.max(longest, page.length)
      if (page.length > 0) await this.#feedPage(client, group, page)
    }
    return longest
  }

  /** Writes a short page in one transaction for all; what was locked or failed goes alone. */
  async #feedPage(client: pg.ClientBase, checkpoints: readonly Checkpoint[], page: readonly StoredEvent[]) {
    const to = (page.at(-1) as StoredEvent).pos
    const shares = checkpoints
      .filter(({ position }) => position < to)
      .map((checkpoint) => ({
        checkpoint,
        rows: page.filter((row) => row.pos > checkpoint.position && checkpoint.filter.concerns(row)),
      }))
    const joint = shares.filter(
      ({ checkpoint, rows }) => checkpoint.failures === 0 && (page.length <= mostTogether || rows.length === 0),
    )
    const others = shares.filter((share) => !joint.includes(share))
    if (joint.length > 0) await this.#feed(client, joint, to, joint.length === 1)
    for (const share of others) await this.#feed(client, [share], to, true)
  }

  /** Feeds shares alone if they can't be fed together, and parks then what the database refuses. */
  async #feed(client: pg.ClientBase, shares: readonly Share[], to: number, isAlone: boolean): Promise<void> {
    try {
      await this.#write(client, shares, to, isAlone)
    } catch (error) {
      await client.query('rollback')
      for (const share of shares)
        if (isAlone) await this.#rest(client, share.checkpoint, error)
        else await this.#feed(client, [share], to, true)
    }
  }

  async #write(client: pg.ClientBase, shares: readonly Share[], to: number, isAlone: boolean): Promise<void> {
    const checkpoints = shares.map(({ checkpoint }) => checkpoint)
    const working = shares.filter(({ rows }) => rows.length > 0).map((share) => ({ ...share, feed: observedOf(share) }))
    for (const { feed } of working) feedings.start.publish(feed)
    const written: (Applied & { name: string })[] = []
    let moved: CheckpointsMoved
    try {
      const isRetry = checkpoints.some(({ failures }) => failures > 0)
      await client.query(isRetry ? `begin; set local lock_timeout = ${retryLockMs}` : 'begin')
      for (const share of working)
        written.push({ name: share.checkpoint.name, ...(await this.#apply(client, share, isAlone)) })
      moved = await moveCheckpoints(client, checkpoints, to, written)
      await client.query('commit')
    } catch (error) {
      if (isAlone) for (const { feed } of working) feedings.asyncEnd.publish(Object.assign(feed, { error }))
      throw error
    }
    for (const checkpoint of checkpoints) Object.assign(checkpoint, { position: to, failures: 0 })
    this.#notifications.publish(moved)
    for (const [nth, { checkpoint, feed }] of working.entries()) {
      const poisoned = written[nth]?.poisoned ?? []
      feedings.asyncEnd.publish(Object.assign(feed, { result: poisoned.length }))
      this.#notePoisoned(checkpoint, poisoned)
    }
  }

  async #apply(client: pg.ClientBase, { checkpoint, rows }: Share, isAlone: boolean): Promise<Applied> {
    const { subscription } = checkpoint
    const generation = checkpoint
    if (isReactor(subscription)) {
      const events = await this.#decode(client, rows, false)
      const target = { reactor: subscription, generation }
      return { poisoned: await applyReactions(client, target, events, checkpoint), keys: [] }
    }
    const events = await this.#decode(client, rows, subscription.personal)
    const target = { projection: subscription, generation }
    return (isAlone ? applyAccepted : applyBatch)(client, target, events, checkpoint)
  }

  /** Decodes each event of a page once for all that are not to unseal it, and once for the others. */
  async #decode(client: pg.ClientBase, rows: readonly StoredEvent[], unseal: boolean): Promise<Decoded[]> {
    const known = unseal ? this.#unsealed : this.#sealed
    const fresh = rows.filter((row) => !known.has(row))
    const decoded = await this.#store.codec.decodeEach(fresh, { unseal, on: client })
    for (const [nth, row] of fresh.entries()) known.set(row, decoded[nth] as Decoded)
    return rows.map((row) => known.get(row) as Decoded)
  }

  #notePoisoned(checkpoint: Checkpoint, poisoned: readonly PoisonedEvent[]): void {
    for (const one of poisoned) notePoisoned(checkpoint.parked, one)
    if (poisoned.length > 0)
      this.#report({ subscription: checkpoint.name, message: 'events were parked', poisoned: poisoned.length })
  }

  /** Tries a subscription again after a pause. A lock is no fault of this process: others would meet it too. */
  async #rest(client: pg.ClientBase, checkpoint: Checkpoint, error: unknown): Promise<void> {
    const { name: subscription, generation } = checkpoint
    const isLocked = hasErrorCode(error, pgErrors.lockNotAvailable)
    if (!isLocked) this.isOutdated = true
    if (!(error instanceof Fenced)) {
      const { rowCount } = await client.query('select from es.subscriptions where generation = $1', [generation])
      if (rowCount === 0) return // dropped meanwhile
      const failures = ++checkpoint.failures
      checkpoint.retryAt = performance.now() + Math.min(100 * 2 ** failures, isLocked ? lockPauseMs : failurePauseMs)
      if (isLocked && failures > 1) return
      if (!isLocked && failures >= mostFailures) this.isFailing = true
    }
    this.#report({ subscription, message: isLocked ? 'waits for what another session locks' : messageOf(error) })
  }
}

function observedOf({ checkpoint: { name, generation }, rows }: Share): ObservedFeed {
  return { name, generation, rows, startedAt: performance.now() }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
