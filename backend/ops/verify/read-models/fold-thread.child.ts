// Runs foldLog in the thread that foldBeside starts, with its own pool and codec.
import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { createPool } from '#backend/db/database.ts'
import { errorCode } from '#backend/db/pg-errors.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { EventCodec } from '#backend/eventstore/log/codec.ts'
import { EventStore } from '#backend/eventstore/log/event-store.ts'
import { Keyring } from '#backend/eventstore/log/keyring.ts'
import { foldConnections, foldLog } from './fold-log.ts'
import type { FoldOrder, FromThread } from './fold-thread.ts'

const { databaseUrl, name, snapshot } = workerData as FoldOrder
const pool = createPool(databaseUrl, { as: 'owner', max: foldConnections, name, limits: false })
const codec = new EventCodec(shopLog, new Keyring(pool, randomBytes(32))) // a key that opens nothing
await codec.register(pool)
const store = new EventStore({ log: shopLog, pool, appendPool: pool, codec, afterAppend: () => undefined })
const parts = { store, ownerPool: pool, signal: new AbortController().signal }
tell(await foldLog(parts, snapshot, (position) => tell({ position })).catch(plainly))
await pool.end()

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}

/** Throws an error that reaches the other thread with its code; what the driver hangs on its errors would take it away. */
function plainly(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  throw Object.assign(new Error(message), { code: errorCode(error) })
}
