// The thread behind FoldThread: reads the log once for all its read models, and compares each.
import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import { errorCode } from '#backend/db/pg-errors.ts'
import { transaction } from '#backend/db/transaction.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { EventCodec } from '#backend/eventstore/log/codec.ts'
import { Interest } from '#backend/eventstore/log/decoding/interest.ts'
import { EventStore } from '#backend/eventstore/log/event-store.ts'
import { Keyring } from '#backend/eventstore/log/keyring.ts'
import type { Comparison } from '#backend/eventstore/projections/compare-with-log.ts'
import { copiedLog } from '#backend/ops/verify/walk/log-copy.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { FoldOrder, FromThread } from './fold-thread.ts'
import { openComparisons, verifyReadModel } from './verify-read-models.ts'

const order = workerData as FoldOrder
const chosen = projections.filter(({ name, personal }) => order.projections.includes(name) && !personal)
/** Beside a session for each read model: one reads the log, the others look something up. */
const moreConnections = 3

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
  await transaction(pool, (client) => feed(client, store, comparisons), 'begin read only')
  for (const comparison of comparisons) {
    const { looked, faults, found } = await verifyReadModel(parts, comparison)
    tell({ verified: comparison.projection.name, looked, faults, found })
  }
  await pool.end()
}

/** Hands on the log from its beginning. */
async function feed(client: pg.ClientBase, store: EventStore, comparisons: readonly Comparison[]): Promise<void> {
  const interest = new Interest(
    store,
    chosen.flatMap(({ eventTypes }) => eventTypes),
    true,
  )
  for await (const rows of copiedLog(client)) {
    const concern = rows.map((row) => interest.concerns(row))
    // The walk beside this thread looks whether they fit their shapes, and tells of each that does not.
    const read = await store.codec.decodeEach(
      rows.filter((_, index) => concern[index]),
      { unseal: false, checked: false },
    )
    let next = 0
    const decoded = concern.map((isWanted) => (isWanted ? read[next++] : undefined))
    await Promise.all(comparisons.map((comparison) => comparison.take(rows, decoded)))
    tell({ position: rows.at(-1)?.pos ?? 0 })
  }
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}
