// The thread behind FoldThread: folds the pages of the log that it is handed for all its read models, and compares each.
import { randomBytes } from 'node:crypto'
import { on } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createPool } from '#backend/db/database.ts'
import { errorCode } from '#backend/db/pg-errors.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { EventCodec } from '#backend/eventstore/log/codec.ts'
import { EventStore } from '#backend/eventstore/log/event-store.ts'
import { Keyring } from '#backend/eventstore/log/keyring.ts'
import { Audience } from '#backend/eventstore/projections/audience.ts'
import type { Comparison } from '#backend/eventstore/projections/compare-with-log.ts'
import { eventsOf } from '#backend/ops/verify/walk/log-copy.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { FoldOrder, FromThread, ToThread } from './fold-thread.ts'
import { openComparisons, verifyReadModel } from './verify-read-models.ts'

const order = workerData as FoldOrder
const chosen = projections.filter(({ name, personal }) => order.projections.includes(name) && !personal)
const port = parentPort as MessagePort
/** Told from the beginning: what is sent before somebody listens is kept. */
const sent = on(port, 'message')
/** Beside a session for each read model: to look something up. */
const moreConnections = 2

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
  await feed(store, comparisons)
  for (const comparison of comparisons) {
    const { looked, faults, found } = await verifyReadModel(parts, comparison)
    tell({ verified: comparison.projection.name, looked, faults, found })
  }
  await pool.end()
}

/** Hands on the log from its beginning, as it is sent. */
async function feed(store: EventStore, comparisons: readonly Comparison[]): Promise<void> {
  const audience = new Audience(store, comparisons)
  for await (const [page] of sent as AsyncIterable<[ToThread]>) {
    if (page === null) return
    const rows = eventsOf(Buffer.from(page.buffer, page.byteOffset, page.byteLength))
    const isAwaited = rows.map((row) => audience.isAwaited(row))
    // The walk beside this thread looks whether they fit their shapes, and tells of each that does not.
    const read = await store.codec.decodeEach(
      rows.filter((_, index) => isAwaited[index]),
      { unseal: false, checked: false },
    )
    let next = 0
    const decoded = isAwaited.map((isRead) => (isRead ? read[next++] : undefined))
    await audience.take(rows, decoded)
    tell({ position: rows.at(-1)?.pos ?? 0 })
  }
}

function tell(message: FromThread): void {
  port.postMessage(message)
}
