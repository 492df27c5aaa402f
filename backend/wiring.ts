// Builds the parts of the shop from its configuration; the only place that knows all of them.

import { createDatabase, createPool } from '#backend/db/database.ts'
import { eventDefinitions } from '#backend/domain/events.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { stockChange } from '#backend/domain/stock/stock.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { StockDelta } from '#backend/eventstore/log/append-entry.ts'
import { EventCodec } from '#backend/eventstore/log/codec.ts'
import { EventStore } from '#backend/eventstore/log/event-store.ts'
import { Keyring } from '#backend/eventstore/log/keyring.ts'
import { Signals } from '#backend/eventstore/log/notifications.ts'
import { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { Accounts } from '#backend/identity/accounts.ts'
import { LoginLimits } from '#backend/identity/login-limits.ts'
import { Sessions } from '#backend/identity/sessions.ts'

export type CoreSettings = {
  databaseUrl: string
  /** 32 bytes that wrap the key of each person. */
  dataKey: Buffer
  sessionSecret: string
  now?: () => Date
}

export type Core = Awaited<ReturnType<typeof openCore>>

/** The store, the read side and identity on one database; what the server, the operator's commands and the demo share. */
export async function openCore(settings: CoreSettings) {
  const now = settings.now ?? (() => new Date())
  const pool = createPool(settings.databaseUrl)
  const lanePool = createPool(settings.databaseUrl, { max: 2, name: 'gamertech append' })
  const signals = new Signals()
  const keyring = new Keyring(pool, settings.dataKey)
  const codec = new EventCodec(eventDefinitions, keyring)
  const afterAppend = () => void signals.emit('events')
  const store = new EventStore({ pool, lanePool, codec, guard: stockGuard, afterAppend })
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
    sessions: new Sessions(pool, settings.sessionSecret, now),
    loginLimits: new LoginLimits(pool, keyring),
    async close(): Promise<void> {
      await signals.stop()
      await Promise.all([pool.end(), lanePool.end()])
    },
  }
}

/** The change of the guarded stock that an event stands for. */
export function stockGuard(event: AnyEvent): StockDelta | null {
  if (!(event.type in stockEvents)) return null
  const stockEvent = event as StockEvent
  return { productId: stockEvent.data.productId, ...stockChange(stockEvent) }
}
