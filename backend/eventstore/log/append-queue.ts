// One process's door to es.append: what arrives while a batch is under way leaves together in the next one, in one round trip.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode, hasErrorCode, isConnectionLost, pgErrors } from '#backend/db/pg-errors.ts'
import { batchParameters, singleParameters } from './append-batch.ts'
import { type AppendEntry, type AppendOutcome, appendFailure, Overloaded, VersionConflict } from './append-entry.ts'
import { batches } from './telemetry.ts'

const maxBatch = 256
const maxQueue = 10_000
/** One: a second gains nothing, as both wait for one order lock (docs/decisions/010-measured-choices.md). */
const batchesInFlight = 1
/** How long an append whose connection broke is repeated; its command id makes the repeat harmless. */
const maxRetryMs = 5_000

type Waiting = {
  entry: AppendEntry
  /** The one it follows; null if that one is not known here. */
  before: Waiting | null | undefined
  isAccepted: boolean
  resolve(outcome: AppendOutcome): void
  reject(error: unknown): void
}
/** Positions count from `head`, the last one before the batch. */
type BatchRow = {
  head: number
  positions: (number | null)[]
  failures: (string | null)[] | null
  details: (number | null)[] | null
}

/**
 * Appends of one process in the order of their arrival, in batches of at most 256 entries, one batch at a time. Refused beyond 10,000
 * waiting entries. An entry whose connection broke is repeated for five seconds; its command id makes the repeat harmless.
 */
export class AppendQueue {
  readonly #pool: pg.Pool
  readonly #afterAppend: () => void
  readonly #queue: Waiting[] = []
  #last: Waiting | null = null
  #inFlight = 0
  #draining = false

  /** pool: its own, of at least two connections. afterAppend wakes this process's subscriptions. */
  constructor(pool: pg.Pool, afterAppend: () => void) {
    this.#pool = pool
    this.#afterAppend = afterAppend
  }

  /**
   * Appends one entry, all of it or nothing. Throws VersionConflict, ClaimTaken, GuardRefused or Overloaded; a command id that
   * was accepted before resolves with its stored position and `duplicate: true`.
   */
  append(entry: AppendEntry): Promise<AppendOutcome> {
    if (this.#queue.length >= maxQueue) return Promise.reject(new Overloaded())
    return new Promise((resolve, reject) => {
      const before = entry.follows === undefined ? undefined : this.#lastWith(entry.follows)
      this.#last = { entry, before, isAccepted: false, resolve, reject }
      this.#queue.push(this.#last)
      this.#drainSoon()
    })
  }

  #lastWith(commandId: string): Waiting | null {
    return this.#last?.entry.commandId === commandId ? this.#last : null
  }

  /** Entries that wait for the next batch. */
  get waiting(): number {
    return this.#queue.length
  }

  /** After all that is about to be appended in this turn of the event loop: a batch of one would make the others wait for it. */
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
      const batch = this.#take()
      if (batch.length === 0) continue
      this.#inFlight++
      void this.#send(batch).finally(() => {
        this.#inFlight--
        this.#drainSoon()
      })
    }
  }

  /** The next batch, without those that follow an entry which was not accepted. */
  #take(): Waiting[] {
    const batch: Waiting[] = []
    for (const one of this.#queue.splice(0, maxBatch)) {
      if (one.before === batch.at(-1) || mayGo(one)) batch.push(one)
      else one.reject(conflictOf(one))
    }
    return batch
  }

  async #send(batch: Waiting[]): Promise<void> {
    try {
      await this.#settle(batch, await this.#observed(batch))
    } catch (error) {
      if (batch.length === 1 && !isRepeatable(error)) batch[0]?.reject(error)
      else await this.#sendApart(batch)
    }
  }

  #observed(batch: readonly Waiting[]): Promise<BatchRow> {
    const message = { entries: batch.map((one) => one.entry), startedAt: performance.now() }
    return batches.tracePromise(() => this.#call(batch), message)
  }

  /** A batch that met a race, a repeated command id, a broken connection or an entry the database cannot hold is taken apart. */
  async #sendApart(batch: readonly Waiting[]): Promise<void> {
    const deadline = performance.now() + maxRetryMs
    let outage: unknown
    for (const one of batch) {
      if (outage === undefined) outage = await this.#sendAlone(one, deadline)
      else one.reject(outage)
    }
  }

  /** Repeats one entry until its outcome is known; returns the error if the database stayed away beyond the deadline. */
  async #sendAlone(one: Waiting, deadline: number): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        const position = (await this.#positionsOf([one])).get(one.entry.commandId.toLowerCase())
        if (position !== undefined) one.resolve({ position, duplicate: true })
        else if (mayGo(one)) await this.#settle([one], await this.#observed([one]))
        else one.reject(conflictOf(one))
        return undefined
      } catch (error) {
        const overdue = performance.now() > deadline
        if (!isRepeatable(error) || overdue) {
          one.reject(error)
          return isRepeatable(error) ? error : undefined
        }
        await sleep(Math.min(20 * 2 ** attempt, 500) * (0.5 + Math.random()))
      }
    }
  }

  async #call(batch: readonly Waiting[]): Promise<BatchRow> {
    const entries = batch.map((one) => one.entry)
    const [first] = entries
    const single = first && entries.length === 1 ? singleParameters(first) : null
    if (first && single) return this.#callOne(first, single)
    const values = batchParameters(entries)
    const places = values.map((_, index) => `$${index + 1}`).join(',')
    const result = await this.#pool.query<BatchRow>({
      name: 'es.append',
      text: `select head, positions, failures, details from es.append(${places})`,
      values,
    })
    return result.rows[0] as BatchRow
  }

  async #callOne(entry: AppendEntry, values: unknown[]): Promise<BatchRow> {
    const { rows } = await this.#pool.query<{ head: number | null }>({
      name: 'single es.append',
      text: 'select es.append_one($1,$2,$3,$4,$5,$6,$7,$8,$9) as head',
      values,
    })
    const head = rows[0]?.head
    return head == null
      ? { head: 0, positions: [null], failures: ['version'], details: [1] }
      : { head, positions: [entry.writes[0]?.events.length ?? 0], failures: null, details: null }
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
    // A repeated command is refused for the version it once was decided on: its first outcome is the answer.
    const [known, versions] = await Promise.all([
      this.#positionsOf(refused),
      row.failures?.includes('version') ? this.#versionsOf(refused) : new Map<string, number>(),
    ])
    const entries = batch.map((one) => one.entry)
    for (const one of refused) {
      const index = batch.indexOf(one)
      const position = known.get(one.entry.commandId.toLowerCase())
      if (position !== undefined) one.resolve({ position, duplicate: true })
      else one.reject(appendFailure(entries, index, row.failures?.[index] ?? null, row.details?.[index] ?? 0, versions))
    }
  }

  async #versionsOf(batch: readonly Waiting[]): Promise<Map<string, number>> {
    const { rows } = await this.#pool.query<{ id: string; version: number }>({
      name: 'es.versions',
      text: 'select id, version from es.streams where id = any($1)',
      values: [batch.flatMap((one) => one.entry.writes.map((write) => write.id))],
    })
    return new Map(rows.map((row) => [row.id, row.version]))
  }

  async #positionsOf(batch: readonly Waiting[]): Promise<Map<string, number>> {
    const { rows } = await this.#pool.query<{ id: string; pos: number }>({
      name: 'es.commands',
      text: 'select id, pos from es.commands where id = any($1)',
      values: [batch.map((one) => one.entry.commandId)],
    })
    return new Map(rows.map((row) => [row.id, row.pos]))
  }
}

function mayGo(one: Waiting): boolean {
  return one.before === undefined || one.before?.isAccepted === true
}

function conflictOf({ entry: { writes } }: Waiting): VersionConflict {
  const [write] = writes
  if (!write) throw new Error('an entry without writes follows nothing')
  return new VersionConflict(write.stream, write.expected)
}

const races = [
  ...[pgErrors.uniqueViolation, pgErrors.checkViolation],
  ...[pgErrors.serializationFailure, pgErrors.deadlockDetected],
]

/** Races for a unique key, deadlocks, and connections that broke with an unknown outcome. */
function isRepeatable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (errorCode(error) === undefined) return /connection|terminated|timeout/i.test(error.message)
  return isConnectionLost(error) || hasErrorCode(error, ...races, pgErrors.tooManyConnections)
}
