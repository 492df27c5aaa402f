// Folds read models and order accounts in a thread beside the walk through the log, to use a second core.
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import type { ClosedBooks } from '#backend/ops/verify/books.ts'
import { type Finding, Tally } from '#backend/ops/verify/finding.ts'
import type { FoldParts } from './verify-read-models.ts'

/**
 * `databaseUrl` has the owner's rights; `name` labels the sessions. Excludes personal projections, so that the thread
 * gets no person's key.
 */
export type FoldOrder = { databaseUrl: string; name: string; projections: readonly string[] }
/** A page of the log from copiedPages; null after the last. */
export type ToThread = Uint8Array<ArrayBuffer> | null
export type FromThread =
  | { position: number }
  | { books: ClosedBooks }
  | { verified: string; looked: number; faults: number; found: Finding[] }
  | { failed: string; code: string | undefined }

/** Megabytes, twice a fold's need; without a limit V8 leaves the garbage of millions of events in memory. */
const heap = { old: 192, young: 24 }
const mostWaiting = 32

export class FoldThread {
  readonly #worker: Worker
  readonly #tallies: Map<string, PromiseWithResolvers<Tally>>
  readonly #books = Promise.withResolvers<ClosedBooks>()
  #progress: (position: number) => void = () => undefined
  #waiting = 0
  #hasFailed = false
  /** Resolves once fewer pages wait. */
  #room: (() => void) | undefined

  constructor({ ownerPool }: FoldParts, projections: readonly Projection[]) {
    const { connectionString: databaseUrl = '', application_name: name = '' } = ownerPool.options
    const names = projections.map((projection) => projection.name)
    this.#tallies = new Map(names.map((each) => [each, Promise.withResolvers<Tally>()]))
    // Awaiting callers get the failure.
    for (const { promise } of [this.#books, ...this.#tallies.values()]) promise.catch(() => undefined)
    const limit = Math.floor(getHeapStatistics().heap_size_limit / 2 ** 20)
    this.#worker = new Worker(new URL('./fold-thread.child.ts', import.meta.url), {
      workerData: { databaseUrl, name, projections: names } satisfies FoldOrder,
      resourceLimits: { maxOldGenerationSizeMb: Math.min(heap.old, limit), maxYoungGenerationSizeMb: heap.young },
    })
    this.#worker.on('message', (message: FromThread) => this.#hear(message))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`the folds of the read models ended with ${code}`)))
  }

  folds(name: string): boolean {
    return this.#tallies.has(name)
  }

  /**
   * Transfers the page to the thread, so callers must not use the buffer again; waits while many pages queue. tallyOf
   * reports a failed fold.
   */
  async take(page: Buffer<ArrayBuffer>): Promise<void> {
    if (this.#hasFailed) return
    this.#waiting++
    this.#send(page)
    if (this.#waiting < mostWaiting) return
    await new Promise<void>((resolve) => {
      this.#room = resolve
    })
  }

  /** Call after the last page. */
  closeBooks(): Promise<ClosedBooks> {
    this.#send(null)
    return this.#books.promise
  }

  /** `progress` hears the thread's position in the log. */
  async tallyOf(name: string, progress: (position: number) => void): Promise<Tally | undefined> {
    this.#progress = progress
    return this.#tallies.get(name)?.promise
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message, message ? [message.buffer] : [])
  }

  #hear(message: FromThread): void {
    if ('position' in message) {
      this.#progress(message.position)
      this.#waiting--
      this.#makeRoom()
    } else if ('books' in message) this.#books.resolve(message.books)
    else if ('failed' in message) this.#fail(Object.assign(new Error(message.failed), { code: message.code }))
    else {
      const { verified, looked, faults, found } = message
      this.#tallies.get(verified)?.resolve(Object.assign(new Tally('read-models', looked), { faults, found }))
    }
  }

  #makeRoom(): void {
    this.#room?.()
    this.#room = undefined
  }

  #fail(error: unknown): void {
    this.#hasFailed = true
    this.#makeRoom()
    for (const { reject } of [this.#books, ...this.#tallies.values()]) reject(error)
  }
}
