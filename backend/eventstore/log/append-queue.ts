// One process's append queue: entries that arrive during a batch leave together in the next, in one round trip.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { hasErrorCode, isConnectionLost, isDriverTimeout, networkTimeout, pgErrors } from '#backend/db/pg-errors.ts'
import { appendBatch } from './append-batch.ts'
import { type AppendEntry, type AppendOutcome, appendFailure, type BatchOutcome, Overloaded } from './append-entry.ts'
import { type AcceptedCommands, findAcceptedCommands, positionOf } from './command-ids.ts'
import { batches } from './telemetry.ts'

const maxBatch = 256
const maxBatchBytes = 1024 ** 2
const [maxQueue, maxQueueBytes] = [10_000, 64 * 1024 ** 2]
const maxRetryMs = 5_000
/** Drops entries after this wait: a session that keeps the order lock blocks everybody. */
const maxWaitMs = 10_000
/** Tries an entry again that another session's lock blocks, and drops it after a while. */
const [lockedEveryMs, maxLockedMs] = [10, 2000]

type Waiting = {
  readonly entry: AppendEntry
  sendUntil: number
  resolve(outcome: AppendOutcome): void
  reject(error: unknown): void
}

/**
 * Appends in order of arrival, one batch at a time, and refuses entries when full. Repeats an entry after a broken
 * connection; its command id makes the repeat harmless.
 */
export class AppendQueue {
  readonly #pool: pg.Pool
  readonly #afterAppend: () => void
  readonly #queue: Waiting[] = []
  #locked = 0
  #bytes = 0 // of the entries that have no answer yet
  #isDraining = false

  /**
   * `pool` is the queue's own, with at least three connections and a short lock_timeout. `afterAppend` wakes this
   * process's subscriptions.
   */
  constructor(pool: pg.Pool, afterAppend: () => void) {
    this.#pool = pool
    this.#afterAppend = afterAppend
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
      this.#queue.push({ entry, sendUntil: performance.now() + maxWaitMs, resolve, reject })
      void this.#drain()
    }).finally(() => {
      this.#bytes -= entry.bytes
    })
  }

  get waiting(): number {
    return this.#queue.length + this.#locked
  }

  /** Sends a batch at a time: a second would wait for the same order lock (docs/decisions/001-one-contiguous-log.md). */
  async #drain(): Promise<void> {
    if (this.#isDraining) return
    this.#isDraining = true
    for (;;) {
      // Waits for entries of the same turn of the event loop, since a batch of one would delay them.
      await new Promise(process.nextTick)
      if (this.#queue.length === 0) break
      await this.#send(inTime(this.#take()))
    }
    this.#isDraining = false
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

  async #send(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return
    try {
      await this.#settle(batch, await this.#append(batch))
    } catch (error) {
      if (batch.length === 1 && !isRepeatable(error)) batch[0]?.reject(refusalOf(error))
      else await this.#sendApart(batch)
    }
  }

  /** Keeps entries that a lock blocks out of the others' way, in their order. */
  async #sendLater(batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) one.sendUntil = Math.min(one.sendUntil, performance.now() + maxLockedMs)
    this.#locked += batch.length
    await sleep(lockedEveryMs)
    this.#locked -= batch.length
    this.#queue.unshift(...batch)
    void this.#drain()
  }

  #append(batch: readonly Waiting[]): Promise<BatchOutcome> {
    const message = { entries: batch.map((one) => one.entry), startedAt: performance.now() }
    return batches.tracePromise(() => appendBatch(this.#pool, message.entries), message)
  }

  #findAccepted(some: readonly Waiting[]): Promise<AcceptedCommands> {
    return findAcceptedCommands(
      this.#pool,
      some.map(({ entry }) => entry.commandId),
    )
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
        const position = positionOf(await this.#findAccepted([one]), one.entry)
        if (position !== undefined) one.resolve({ position, duplicate: true })
        else await this.#settle([one], await this.#append([one]))
        return undefined
      } catch (error) {
        const isOverdue = performance.now() > deadline || hasErrorCode(error, networkTimeout)
        if (!isRepeatable(error) || isOverdue) {
          one.reject(refusalOf(error))
          return isOverdue ? refusalOf(error) : undefined
        }
        await sleep(Math.min(20 * 2 ** attempt, 500) * (0.5 + Math.random()))
      }
    }
  }

  async #settle(batch: readonly Waiting[], outcome: BatchOutcome): Promise<void> {
    const refused = batch.filter((_, index) => outcome.positions[index] == null)
    if (refused.length < batch.length) this.#afterAppend()
    for (const [index, one] of batch.entries()) {
      const position = outcome.positions[index]
      if (position != null) one.resolve({ position: outcome.head + position, duplicate: false })
    }
    if (refused.length === 0) return
    const entries = batch.map(({ entry }) => entry)
    const locked: Waiting[] = []
    // A repeated command gets its first outcome, though its expected version is gone by now.
    const accepted = await this.#findAccepted(refused)
    for (const one of refused) {
      const index = batch.indexOf(one)
      try {
        const position = positionOf(accepted, one.entry)
        if (position !== undefined) one.resolve({ position, duplicate: true })
        else if (outcome.failures[index] === 'locked') locked.push(one)
        else one.reject(appendFailure(entries, index, outcome))
      } catch (reused) {
        one.reject(reused)
      }
    }
    if (locked.length > 0) void this.#sendLater(locked)
  }
}

function inTime(batch: readonly Waiting[]): readonly Waiting[] {
  const now = performance.now()
  for (const one of batch) if (one.sendUntil < now) one.reject(new Overloaded('others keep what the append needs'))
  return batch.filter((one) => one.sendUntil >= now)
}

const { uniqueViolation, checkViolation, serializationFailure, deadlockDetected } = pgErrors
const races = [uniqueViolation, checkViolation, serializationFailure, deadlockDetected]

function refusalOf(error: unknown): unknown {
  const isLocked = hasErrorCode(error, pgErrors.lockNotAvailable)
  return isLocked ? new Overloaded('another session locks what the append needs') : error
}

function isRepeatable(error: unknown): boolean {
  return isConnectionLost(error) || isDriverTimeout(error) || hasErrorCode(error, ...races, pgErrors.tooManyConnections)
}
