// Folds the read models and the books of all orders from one reading of the log, and compares each read model with its
// rows.
import { transaction } from '#backend/db/transaction.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { Comparison } from '#backend/eventstore/projections/compare-with-log.ts'
import { ComparisonReaders } from '#backend/eventstore/projections/comparison-readers.ts'
import { Books, bookedTypes, type ClosedBooks } from '#backend/ops/verify/books.ts'
import type { Counted } from '#backend/ops/verify/finding.ts'
import { inSnapshot } from '#backend/ops/verify/one-moment.ts'
import { copiedPages } from '#backend/ops/verify/walk/log-copy.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { type FoldParts, verifyReadModel } from './verify-read-model.ts'

/** Plain data, so that a thread can send it. */
export type FoldedLog = { books: ClosedBooks; tallies: ReadonlyMap<string, Counted> }

/** A personal read model is not folded here, so that no other thread needs a person's key. */
export const folded = projections.filter(({ personal }) => !personal)
/** Comparing is PostgreSQL's work, on more than one core. */
const comparedAtOnce = 2
/** Sessions: one per read model, for the books, the log and look-ups. */
export const foldConnections = folded.length + 2 + comparedAtOnce
/** Per projection; all projections fold at once. */
const memoryBytes = 6e6

/** The books are those of the snapshot; a read model is compared as far as its checkpoint is. */
export async function foldLog(
  parts: FoldParts,
  snapshot: string,
  progress: (position: number) => void,
): Promise<FoldedLog> {
  await using opened = new AsyncDisposableStack()
  const comparisons = folded.map((one) => new Comparison(parts.ownerPool, parts.store, one, memoryBytes))
  opened.defer(() => {
    for (const comparison of comparisons) comparison.close()
  })
  const session = await parts.ownerPool.connect()
  opened.defer(() => session.release(true))
  const books = await Books.open(session)
  await feed(parts, snapshot, { readers: new ComparisonReaders(parts.store, comparisons), books, progress })
  const waiting = comparisons.values()
  const tallies = new Map<string, Counted>()
  const compareWaiting = async () => {
    for (const comparison of waiting) tallies.set(comparison.projection.name, await verifyReadModel(parts, comparison))
  }
  const [closed] = await Promise.all([books.close(), ...Array.from({ length: comparedAtOnce }, compareWaiting)])
  return { books: closed, tallies }
}

type Readers = { readers: ComparisonReaders; books: Books; progress(position: number): void }

async function feed(
  { store, ownerPool, signal }: FoldParts,
  snapshot: string,
  { readers, books, progress }: Readers,
): Promise<void> {
  const booked = new Set(store.codec.typeIds([...bookedTypes]))
  const isAwaited = (row: StoredEvent) => booked.has(row.type) || readers.isAwaited(row)
  await transaction(
    ownerPool,
    async (client) => {
      for await (const rows of copiedPages(client)) {
        signal.throwIfAborted()
        const decoded = await decodeSome(store, rows, isAwaited)
        await Promise.all([readers.take(rows, decoded), books.take(decoded)])
        progress(rows.at(-1)?.pos ?? 0)
      }
    },
    inSnapshot(snapshot),
  )
}

async function decodeSome(
  { codec }: EventStore,
  rows: readonly StoredEvent[],
  isAwaited: (row: StoredEvent) => boolean,
): Promise<(Decoded | undefined)[]> {
  const awaited = rows.filter(isAwaited)
  const decoded = (await codec.decodeEach(awaited, { unseal: false })).values()
  return rows.map((row) => (isAwaited(row) ? decoded.next().value : undefined))
}
