import { callerWaitMs, createPool, patientLimits } from '#backend/db/database.ts'
import { endOverdueTransactions } from '#backend/db/overdue-transactions.ts'
import { SilentNetwork } from '#backend/db/waits/silent-network.ts'
import type { LogDefinition } from './definition/log-definition.ts'
import { EventCodec } from './log/codec.ts'
import { EventStore } from './log/event-store.ts'
import { Keyring } from './log/keyring.ts'
import { Notifications } from './log/notifications.ts'
import { Positions } from './subscriptions/positions.ts'

const writeLimits = { lockMs: 5000, statementMs: 10_000, waitMs: callerWaitMs }
/**
 * Gives up soon on a row that another session is about to create, so that the batch goes on; es.append waits longer for
 * the order lock. The transaction limit frees the order lock whatever happens to the process.
 */
const appendName = 'gamertech append'
const appendLimits = { lockMs: 100, transactionMs: 3000, statementMs: 5000, waitMs: callerWaitMs }

/**
 * Opens a store on a migrated database; `close` ends its connections. `masterKey` has 32 bytes, wraps the keys of
 * sealed fields, and never changes. `isPatient` removes the time limits for operators' long work, except for appends,
 * since others wait behind those.
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
  await using opened = new AsyncDisposableStack()
  const network = new SilentNetwork()
  const watch = (pool: ReturnType<typeof createPool>) => (isPatient ? pool : network.watch(pool))
  const open = (options: Parameters<typeof createPool>[1]) =>
    opened.adopt(watch(createPool(databaseUrl, options)), (pool) => pool.end())
  const limits = isPatient ? patientLimits : writeLimits
  const pool = open({ name: 'gamertech writes', limits })
  const appendPool = open({ max: 4, name: appendName, limits: { ...appendLimits, waitMs: limits.waitMs } })
  const notifications = opened.adopt(new Notifications(network), (started) => started.stop())
  const keyring = new Keyring(pool, masterKey)
  const codec = new EventCodec(log, keyring)
  const store = new EventStore({ log, pool, appendPool, codec, afterAppend: () => void notifications.emit('events') })
  await codec.register(pool)
  opened.defer(await endOverdueTransactions(pool, { [appendName]: appendLimits.transactionMs }))
  await notifications.start(databaseUrl, isPatient ? patientLimits.waitMs : undefined)
  const positions = new Positions(pool, notifications)
  const running = opened.move()
  return { databaseUrl, pool, watch, notifications, keyring, store, positions, close: () => running.disposeAsync() }
}
