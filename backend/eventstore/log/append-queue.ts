// One process's append queue: entries that arrive during a batch leave together in the next, in one round trip.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hasErrorCode, isConnectionLost, isDriverTimeout, networkTimeout, pgErrors } from '#backend/db/pg-errors.ts'
import { AppendCalls, type BatchRow } from './append-calls.ts'
import { type AppendEntry, type AppendOutcome, appendFailure, Overloaded } from './append-entry.ts'
import { positionOf } from './command-ids.ts'
import { RetryQueue } from './retry-queue.ts'
import { batches } from './telemetry.ts'
import { conflictOf, inTime, mayGo, type Waiting, withoutOrphans, withoutRivals } from './waiting-entries.ts'

const maxBatch = 256
const maxBatchBytes = 1024 ** 2
const [maxQueue, maxQueueBytes] = [10_000, 64 * 1024 ** 2]
/** A second batch would wait for the same order lock (docs/decisions/001-one-contiguous-log.md). */
const batchesInFlight = 1
const maxRetryMs = 5_000
/** Drops entries after this wait: a session that keeps the order lock blocks everybody. */
const maxWaitMs = 10_000

/**
 * Appends in order of arrival, one batch at a time, and refuses entries when full. Repeats an entry after a broken
 * connection; its command id makes the repeat harmless.
 */
export class AppendQueue {
  readonly #calls: AppendCalls
  readonly #afterAppend: () => void
  readonly #queue: Waiting[] = []
  readonly #retries: RetryQueue
  #bytes = 0 // of the entries that have no answer yet
  #last: Waiting | null = null
  #inFlight = 0
  #draining = false

  /**
   * `pool` is the queue's own, with at least three connections and a short lock_timeout. `afterAppend` wakes this
   * process's subscriptions.
   */
  constructor(pool: pg.Pool, afterAppend: () => void) {
    this.#calls = new AppendCalls(pool)
    this.#afterAppend = afterAppend
    this.#retries = new RetryQueue(
      (entries) => this.#calls.findLocked(entries),
      (free) => this.#sendFirst(free),
    )
  }

  /**
   * Appends one entry, all or nothing. Throws VersionConflict, ClaimTaken, GuardRefused, CommandIdReused or Overloaded;
   * a repeated command resolves with its stored position and `duplicate: true`.
   */
  append(entry: AppendEntry): Promise<AppendOutcome> {
    const isFull = this.waiting >= maxQueue || this.#bytes > maxQueueBytes
    if (isFull) return Promise.reject(new Overloaded('the queue of appends is full'))
    this.#bytes += entry.bytes
    return new Promise<AppendOutcome>((resolve, reject) => {
      const before = entry.follows === undefined ? undefined : this.#lastWith(entry.follows)
      const waiting = { entry, before, isAccepted: false, isLate: false, isFree: false, resolve, reject }
      this.#last = { ...waiting, sendUntil: performance.now() + maxWaitMs }
      this.#queue.push(this.#last)
      this.#drainSoon()
    }).finally(() => {
      this.#bytes -= entry.bytes
    })
  }

  #lastWith(commandId: string): Waiting | null {
    return this.#last?.entry.commandId === commandId ? this.#last : null
  }

  get waiting(): number {
    return this.#queue.length + this.#retries.size
  }

  /** Waits until the end of this turn of the event loop, since a batch of one would delay the others. */
  #drainSoon(): void {
    if (this.#draining) return
    this.#draining = true
    process.nextTick(() => {
      this.#draining = false
      this.#drain()
    })
  }

  #drain(): void {
    while (this.#inFlight < batchesInFlight && this.#queue.length > 0) {
      this.#inFlight++
      void this.#sendUnlocked(this.#take()).finally(() => {
        this.#inFlight--
        this.#drainSoon()
      })
    }
  }

  #take(): Waiting[] {
    let [count, bytes] = [0, 0]
    while (count < Math.min(maxBatch, this.#queue.length)) {
      bytes += this.#queue[count]?.entry.bytes ?? 0
      if (count > 0 && bytes > maxBatchBytes) break
      count++
    }
    return this.#queue.splice(0, count)
  }

  async #sendUnlocked(taken: readonly Waiting[]): Promise<void> {
    const { going, rivals } = withoutRivals(withoutOrphans(await this.#retries.takeLocked(inTime(taken))))
    if (going.length > 0) await this.#send(going)
    for (const [one, first] of rivals) one.isLate = first.isAccepted || first.isLate
    if (rivals.size > 0) this.#sendFirst([...rivals.keys()])
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#settle(batch, await this.#observed(batch))
    } catch (error) {
      if (isLocked(error)) this.#sendAgain(batch)
      else if (batch.length === 1 && !isRepeatable(error)) batch[0]?.reject(error)
      else await this.#sendApart(batch)
    }
  }

  /** Checks a batch for locks before sending again, ahead of the queue. */
  #sendAgain(batch: readonly Waiting[]): void {
    this.#retries.beWary()
    for (const one of batch) one.isFree = false
    this.#sendFirst(batch)
  }

  #sendFirst(batch: readonly Waiting[]): void {
    this.#queue.unshift(...batch)
    this.#drainSoon()
  }

  #observed(batch: readonly Waiting[]): Promise<BatchRow> {
    const message = { entries: batch.map((one) => one.entry), startedAt: performance.now() }
    return batches.tracePromise(() => this.#calls.append(message.entries), message)
  }

  async #sendApart(batch: readonly Waiting[]): Promise<void> {
    const deadline = performance.now() + maxRetryMs
    let outage: unknown
    for (const one of batch) {
      if (outage === undefined) outage = await this.#sendAlone(one, deadline)
      else one.reject(outage)
    }
  }

  async #sendAlone(one: Waiting, deadline: number): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        const position = positionOf(await this.#calls.acceptedOf([one.entry]), one.entry)
        if (position !== undefined) one.resolve({ position, duplicate: true })
        else if (mayGo(one)) await this.#settle([one], await this.#observed([one]))
        else one.reject(conflictOf(one))
        return undefined
      } catch (error) {
        if (isLocked(error)) {
          this.#sendAgain([one])
          return undefined
        }
        const overdue = performance.now() > deadline || hasErrorCode(error, networkTimeout)
        if (!isRepeatable(error) || overdue) {
          one.reject(error)
          return isRepeatable(error) ? error : undefined
        }
        await sleep(Math.min(20 * 2 ** attempt, 500) * (0.5 + Math.random()))
      }
    }
  }

  async #settle(batch: readonly Waiting[], row: BatchRow): Promise<void> {
    const refused = batch.filter((_, index) => row.positions[index] == null)
    if (refused.length < batch.length) this.#afterAppend()
    for (const [index, one] of batch.entries()) {
      const position = row.positions[index]
      if (position == null) continue
      one.isAccepted = true
      one.before = undefined
      one.resolve({ position: row.head + position, duplicate: false })
    }
    if (refused.length === 0) return
    const entries = batch.map(({ entry }) => entry)
    // A repeated command gets its first outcome, though its expected version is gone by now.
    const [accepted, versions] = await Promise.all([
      this.#calls.acceptedOf(refused.map(({ entry }) => entry)),
      row.failures.includes('version') ? this.#calls.versionsOf(entries) : new Map<string, number>(),
    ])
    for (const one of refused) {
      const index = batch.indexOf(one)
      one.isLate = row.failures[index] === 'claim'
      try {
        const position = positionOf(accepted, one.entry)
        if (position !== undefined) one.resolve({ position, duplicate: true })
        else one.reject(appendFailure(entries, index, row.failures[index] ?? null, row.details[index] ?? 0, versions))
      } catch (reused) {
        one.reject(reused)
      }
    }
  }
}

const { uniqueViolation, checkViolation, serializationFailure, deadlockDetected } = pgErrors
const races = [uniqueViolation, checkViolation, serializationFailure, deadlockDetected]

function isLocked(error: unknown): boolean {
  return hasErrorCode(error, pgErrors.lockNotAvailable)
}

function isRepeatable(error: unknown): boolean {
  return isConnectionLost(error) || isDriverTimeout(error) || hasErrorCode(error, ...races, pgErrors.tooManyConnections)
}
