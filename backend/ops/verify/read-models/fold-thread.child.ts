// The thread behind FoldThread: books the log's pages, folds the read models, compares each with its rows.
import { randomBytes } from 'node:crypto'
import { on } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createPool } from '#backend/db/database.ts'
import { errorCode } from '#backend/db/pg-errors.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { EventCodec } from '#backend/eventstore/log/codec.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { EventStore } from '#backend/eventstore/log/event-store.ts'
import { Keyring } from '#backend/eventstore/log/keyring.ts'
import { Audience } from '#backend/eventstore/projections/audience.ts'
import type { Comparison } from '#backend/eventstore/projections/compare-with-log.ts'
import { Books } from '#backend/ops/verify/books.ts'
import { eventsOf } from '#backend/ops/verify/walk/log-copy.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { FoldOrder, FromThread, ToThread } from './fold-thread.ts'
import { openComparisons, verifyReadModel } from './verify-read-models.ts'

const order = workerData as FoldOrder
const chosen = projections.filter(({ name, personal }) => order.projections.includes(name) && !personal)
const port = parentPort as MessagePort
/** Subscribes at once, so that early messages are not lost. */
const sent = on(port, 'message')
/** Comparing is PostgreSQL's work, on more than one core. */
const comparedAtOnce = 2
/** Connections besides one per read model: for the books and for look-ups. */
const moreConnections = 2 + comparedAtOnce

try {
  await verifyChosen()
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error), code: errorCode(error) })
}

async function verifyChosen(): Promise<void> {
  const { databaseUrl, name } = order
  const max = chosen.length + moreConnections
  const pool = createPool(databaseUrl, { as: 'owner', max, name, limits: false })
  const codec = new EventCodec(shopLog, new Keyring(pool, randomBytes(32))) // a key that opens nothing
  await codec.register(pool)
  const store = new EventStore({ log: shopLog, pool, appendPool: pool, codec, afterAppend: () => undefined })
  const parts = { store, ownerPool: pool, signal: new AbortController().signal }
  const comparisons = openComparisons(parts, chosen)
  const books = await Books.open(codec, pool)
  await feed(store, comparisons, books)
  const waiting = comparisons.values()
  const compareWaiting = async () => {
    for (const comparison of waiting) {
      const { looked, faults, found } = await verifyReadModel(parts, comparison)
      tell({ verified: comparison.projection.name, looked, faults, found })
    }
  }
  const closing = books.closeBooks().then((closed) => tell({ books: closed }))
  await Promise.all([closing, ...Array.from({ length: comparedAtOnce }, compareWaiting)])
  books.release()
  await pool.end()
}

async function feed(store: EventStore, comparisons: readonly Comparison[], books: Books): Promise<void> {
  const audience = new Audience(store, comparisons)
  for await (const [page] of sent as AsyncIterable<[ToThread]>) {
    if (page === null) return
    const rows = eventsOf(Buffer.from(page.buffer, page.byteOffset, page.byteLength))
    const decoded = await decodeAwaited(store, rows, (row) => books.isBooked(row) || audience.isAwaited(row))
    await Promise.all([audience.take(rows, decoded), books.take(rows, decoded)])
    tell({ position: rows.at(-1)?.pos ?? 0 })
  }
}

async function decodeAwaited(
  { codec }: EventStore,
  rows: readonly StoredEvent[],
  isAwaited: (row: StoredEvent) => boolean,
): Promise<(Decoded | undefined)[]> {
  const awaited = rows.filter(isAwaited)
  const decoded = await codec.decodeEach(awaited, { unseal: false })
  let next = 0
  return rows.map((row) => (row === awaited[next] ? decoded[next++] : undefined))
}

function tell(message: FromThread): void {
  port.postMessage(message)
}
