// The composition root: what every process of the shop has, be it a server, an operator's command, a benchmark or a test, is built here.
import type pg from 'pg'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { createDatabase, createPool } from '#backend/db/database.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { EventCodec } from '#backend/eventstore/log/codec.ts'
import { EventStore } from '#backend/eventstore/log/event-store.ts'
import { Keyring } from '#backend/eventstore/log/keyring.ts'
import { Signals } from '#backend/eventstore/log/notifications.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { Pump, type PumpReport } from '#backend/eventstore/subscriptions/pump.ts'
import { registerReactors } from '#backend/eventstore/subscriptions/subscription.ts'
import { Accounts } from '#backend/identity/accounts.ts'
import { LoginLimits } from '#backend/identity/login-limits.ts'
import { Sessions } from '#backend/identity/sessions.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { jobReactor } from '#backend/policies/job-reactor.ts'
import { projections } from '#backend/readmodels/projections.ts'

export type CoreSettings = {
  databaseUrl: string
  /** 32 bytes that wrap the key of each person. */
  dataKey: Buffer
  sessionSecret: string
  now?: () => Date
}

export type Core = Awaited<ReturnType<typeof openCore>>

/** The store, the read side and identity on one database: what every process of the shop has. */
export async function openCore(settings: CoreSettings) {
  const now = settings.now ?? (() => new Date())
  const pool = createPool(settings.databaseUrl)
  const lanePool = createPool(settings.databaseUrl, { max: 2, name: 'gamertech append' })
  const signals = new Signals()
  const keyring = new Keyring(pool, settings.dataKey)
  const codec = new EventCodec(shopLog, keyring)
  const afterAppend = () => void signals.emit('events')
  const store = new EventStore({ log: shopLog, pool, lanePool, codec, afterAppend })
  try {
    await codec.register(pool)
    await signals.start(settings.databaseUrl)
  } catch (error) {
    await Promise.all([pool.end(), lanePool.end(), signals.stop()])
    throw error
  }
  return {
    databaseUrl: settings.databaseUrl,
    now,
    pool,
    db: createDatabase(pool),
    signals,
    keyring,
    store,
    positions: new Positions(pool, signals),
    accounts: new Accounts({ pool, store, keyring }),
    sessions: new Sessions({ pool, store, secret: settings.sessionSecret, now }),
    loginLimits: new LoginLimits(pool, keyring),
    async close(): Promise<void> {
      await signals.stop()
      await Promise.all([pool.end(), lanePool.end()])
    },
  }
}

/** What every purchase is made with: the shop's terms, and the wallet that takes the money. */
export function purchaseServices(
  { store, now }: Pick<Core, 'store' | 'now'>,
  { currency, holdMinutes, publicUrl }: Pick<PurchaseServices, 'currency' | 'holdMinutes' | 'publicUrl'>,
  payee: Pick<PurchaseServices, 'wallet' | 'seller'>,
): PurchaseServices {
  return { store, now, currency, holdMinutes, publicUrl, ...payee }
}

/**
 * Makes sure that every read model and the reactor behind the jobs can be fed, and returns the pump that will feed them.
 * ownerPool: a pool with the owner's rights.
 */
export async function openPump(core: Core, ownerPool: pg.Pool, queue: JobQueue, report: PumpReport): Promise<Pump> {
  const { databaseUrl, pool, store, signals } = core
  const reactor = jobReactor(queue)
  await openProjections(ownerPool, store, projections)
  await registerReactors(pool, store, [reactor])
  const subscriptions = [
    ...projections.map((projection) => ({ kind: 'projection' as const, projection })),
    { kind: 'reactor' as const, reactor },
  ]
  return new Pump({ databaseUrl, store, subscriptions, signals, report })
}
