// The parts of a store on one database, as every process of an application opens them.
import { createPool, patientLimits } from '#backend/db/database.ts'
import { endOverdueTransactions } from '#backend/db/overdue-transactions.ts'
import { SilentNetwork } from '#backend/db/waits/silent-network.ts'
import type { LogDefinition } from './definition/log-definition.ts'
import { EventCodec } from './log/codec.ts'
import { EventStore } from './log/event-store.ts'
import { Keyring } from './log/keyring.ts'
import { Notifications } from './log/notifications.ts'
import { Positions } from './subscriptions/positions.ts'
import { pumpTransactions } from './subscriptions/pump-connection.ts'

/** Nothing here takes seconds, and whoever waits for a connection is a caller who can come back. */
const waitMs = 1500
const writeLimits = { lockMs: 5000, statementMs: 10_000, waitMs }
/**
 * A row that another session locks is given up soon, so that the batch goes on without it; es.append waits longer for the order lock. No
 * append, whatever becomes of its process, holds the order lock for longer than its transaction may last.
 */
const appendName = 'gamertech append'
const appendLimits = { lockMs: 200, transactionMs: 3000, statementMs: 5000, waitMs }

/**
 * Opens a store on a migrated database; `close` ends its connections. masterKey: 32 bytes that wrap the keys of sealed fields, the same
 * for ever. isPatient: of an operator's long work, which waits as long as it takes for a connection and an answer; appends alone stay short,
 * since others wait for them.
 */
export async function openEventStore<L extends LogDefinition>({
  databaseUrl,
  log,
  masterKey,
  isPatient = false,
}: {
  databaseUrl: string
  log: L
  masterKey: Buffer
  isPatient?: boolean | undefined
}) {
  const network = new SilentNetwork()
  const watch = (opened: ReturnType<typeof createPool>) => (isPatient ? opened : network.watch(opened))
  const limits = isPatient ? patientLimits : writeLimits
  const pool = watch(createPool(databaseUrl, { name: 'gamertech writes', limits }))
  const short = { ...appendLimits, waitMs: limits.waitMs }
  const appendPool = watch(createPool(databaseUrl, { max: 4, name: appendName, limits: short }))
  const notifications = new Notifications(network)
  let stopEnding: (() => void) | undefined
  const close = async () => {
    stopEnding?.()
    await notifications.stop()
    await Promise.all([pool.end(), appendPool.end()])
  }
  const keyring = new Keyring(pool, masterKey)
  const codec = new EventCodec(log, keyring)
  const store = new EventStore({ log, pool, appendPool, codec, afterAppend: () => void notifications.emit('events') })
  try {
    await codec.register(pool)
    const overdue = { [appendName]: appendLimits.transactionMs, ...pumpTransactions }
    stopEnding = await endOverdueTransactions(pool, overdue)
    await notifications.start(databaseUrl, isPatient ? patientLimits.waitMs : undefined)
  } catch (error) {
    await close()
    throw error
  }
  const positions = new Positions(pool, notifications)
  return { databaseUrl, pool, watch, notifications, keyring, store, positions, close }
}
