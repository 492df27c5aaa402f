// Feeds a pump's leases: reads each page of the log once, and writes each subscription's share.
import type pg from 'pg'
import { hasErrorCode, pgErrors } from '#backend/db/pg-errors.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import { feedings, type ObservedFeed } from '#backend/eventstore/log/telemetry.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'
import { type Applied, applyBatch, applyUnguarded } from '#backend/eventstore/projections/row-writer.ts'
import { Fenced, moveCheckpoints, type Written } from './checkpoints.ts'
import { MakesWay } from './feeders/pace.ts'
import { groupByPosition, type Lease } from './lease.ts'
import { decodeShares, type Share, shareOf } from './page-shares.ts'
import { applyReactions, keepAll } from './reaction.ts'

const pageSize = 2000
/** Writes the shares of longer pages one by one, so that the first need not wait for the last. */
const mostTogether = 250
/** Retries a read model that another session locks alone, with this lock wait and at most this pause. */
const retryLockMs = 10
const maxLockPauseMs = 1000

export type PumpReport = (problem: { subscription: string; message: string; poisoned?: number }) => void

export class Feeding {
  readonly #store: EventStore
  readonly #notifications: Notifications
  readonly #report: PumpReport
  readonly #refreshLeases: () => void
  #isOpen = false

  constructor(parts: {
    store: EventStore
    notifications: Notifications
    report: PumpReport
    refreshLeases: () => void
  }) {
    this.#store = parts.store
    this.#notifications = parts.notifications
    this.#report = parts.report
    this.#refreshLeases = parts.refreshLeases
  }

  /** True during a share's transaction; the catcher of MakesWay must end that transaction. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /**
   * Feeds a page to each group of leases; returns the events of the longest page, 0 at the head. Throws MakesWay if the
   * session was told to stop.
   */
  async feedPages(client: pg.Client, leases: readonly Lease[]): Promise<number> {
    let longest = 0
    const due = leases.filter((lease) => lease.isLocked && lease.retryAt <= performance.now())
    for (const group of groupByPosition(due, pageSize)) {
      const from = Math.min(...group.map((lease) => lease.position))
      const page = await this.#store.readAfter(from, pageSize, client)
      if (page.length === 0) continue
      longest = Math.max(longest, page.length)
      try {
        await this.#feedAll(client, group, page)
      } catch (error) {
        if (!(error instanceof Fenced)) throw error
        this.#report({ subscription: 'pump', message: error.message })
        this.#refreshLeases()
        return longest
      }
    }
    return longest
  }

  /**
   * Writes the shares of a short page in one transaction. For a long page, or after a failure, advances idle leases in
   * one statement and writes each other share in its own transaction.
   */
  async #feedAll(client: pg.Client, leases: readonly Lease[], page: readonly StoredEvent[]): Promise<void> {
    const to = (page.at(-1) as StoredEvent).pos
    const shares = leases.filter(({ position }) => position < to).map((lease) => shareOf(lease, page))
    // Shares that were locked or failed go alone.
    const joint = shares.filter(({ lease }) => lease.lockouts === 0 && lease.failures === 0)
    const isShort = page.length <= mostTogether && joint.length > 1 && joint.some(({ rows }) => rows.length > 0)
    const fed = isShort && (await this.#feedTogether(client, joint, to)) ? joint : []
    const idle = shares.filter(({ lease, rows }) => lease.position < to && lease.lockouts === 0 && rows.length === 0)
    if (idle.length > 0)
      await this.#moveOn(client, leasesOf(idle), to).catch((error: unknown) => {
        if (!isLocked(error)) throw error // else each moves alone, below
      })
    for (const share of shares)
      if (!fed.includes(share) && share.lease.position < to) await this.#feed(client, share, to)
  }

  async #feedTogether(client: pg.Client, shares: readonly Share[], to: number): Promise<boolean> {
    const working = shares.filter(({ rows }) => rows.length > 0)
    const observed = working.map(({ lease: { name, generation }, rows }): ObservedFeed => {
      return { name, generation, rows, startedAt: performance.now() }
    })
    for (const one of observed) feedings.start.publish(one)
    try {
      await client.query('begin')
      this.#isOpen = true
      const eventsOf = await decodeShares(this.#store, client, working)
      const applied: Applied[] = []
      for (const share of working) applied.push(await applyTogether(client, share, eventsOf(share)))
      const written = working.map(({ lease: { name } }, nth) => ({ name, keys: applied[nth]?.keys ?? [] }))
      await this.#moveOn(client, leasesOf(shares), to, written, () => client.query('commit'))
      this.#isOpen = false
      for (const [nth, { lease }] of working.entries()) {
        const poisoned = applied[nth]?.poisoned ?? []
        feedings.asyncEnd.publish(Object.assign(observed[nth] as ObservedFeed, { result: poisoned.length }))
        this.#notePoisoned(lease, poisoned)
      }
      return true
    } catch (error) {
      if (error instanceof MakesWay) throw error // who ends the transaction says so in the same message
      await client.query('rollback')
      this.#isOpen = false
      return false
    }
  }

  async #feed(client: pg.Client, { lease, rows }: Share, to: number): Promise<void> {
    const work = async () => {
      await client.query(lease.lockouts === 0 ? 'begin' : `begin; set local lock_timeout = ${retryLockMs}`)
      this.#isOpen = true
      const { poisoned, keys } = await this.#apply(client, lease, rows)
      await this.#moveOn(client, [lease], to, [{ name: lease.name, keys }], () => client.query('commit'))
      this.#notePoisoned(lease, poisoned)
      return poisoned.length
    }
    const { name, generation } = lease
    try {
      await feedings.tracePromise(work, { name, generation, rows, startedAt: performance.now() })
      this.#isOpen = false
      lease.failures = lease.lockouts = 0
    } catch (error) {
      if (error instanceof MakesWay) throw error // who ends the transaction says so in the same message
      await client.query('rollback')
      this.#isOpen = false
      if (error instanceof Fenced) throw error
      if (isLocked(error)) return this.#keepOut(lease)
      this.#refreshLeases()
      if (await isGone(client, lease)) return
      lease.failures++
      lease.retryAt = performance.now() + Math.min(100 * 2 ** lease.failures, 30_000)
      this.#report({ subscription: lease.name, message: messageOf(error) })
    }
  }

  #notePoisoned(lease: Lease, poisoned: readonly PoisonedEvent[]): void {
    for (const { by, key, position } of poisoned)
      if (by === 'row') lease.parked.row.add(key)
      else if (!lease.parked.stream.has(key)) lease.parked.stream.set(key, position)
    if (poisoned.length > 0)
      this.#report({ subscription: lease.name, message: 'events were parked', poisoned: poisoned.length })
  }

  /** A lock is no failure: other processes would meet the same lock. */
  #keepOut(lease: Lease): void {
    lease.lockouts++
    lease.retryAt = performance.now() + Math.min(100 * 2 ** lease.lockouts, maxLockPauseMs)
    if (lease.lockouts === 1)
      this.#report({ subscription: lease.name, message: 'waits for what another session locks' })
  }

  /**
   * Moves these checkpoints, commits, and notifies the listeners; throws Fenced, and moves none, if another process
   * moved one.
   */
  async #moveOn(
    client: pg.Client,
    leases: readonly Lease[],
    to: number,
    written: readonly Written[] = [],
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
    const events = await this.#store.codec.decodeEach(rows, { unseal, on: client })
    if (subscription.kind === 'reactor')
      return {
        poisoned: await applyReactions(client, { reactor: subscription.reactor, generation: lease }, events, lease),
        keys: [],
      }
    return applyBatch(client, { projection: subscription.projection, generation: lease }, events, lease)
  }
}

async function applyTogether(client: pg.Client, { lease }: Share, events: readonly Decoded[]): Promise<Applied> {
  const { subscription } = lease
  if (subscription.kind === 'projection')
    return applyUnguarded(client, { projection: subscription.projection, generation: lease }, events, lease)
  const target = { reactor: subscription.reactor, generation: lease }
  return { poisoned: await applyReactions(client, target, events, lease, keepAll), keys: [] }
}

function leasesOf(shares: readonly Share[]): Lease[] {
  return shares.map(({ lease }) => lease)
}

async function isGone(client: pg.Client, { generation }: Lease): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from es.subscriptions where generation = $1', [generation])
  return rowCount === 0
}

function isLocked(error: unknown): boolean {
  return hasErrorCode(error, pgErrors.lockNotAvailable)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
