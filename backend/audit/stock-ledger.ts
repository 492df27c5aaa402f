import { transaction } from '#backend/db/transaction.ts'
import type { StockLedger, StockMovement } from '#backend/domain/audit/audit.contract.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import { type StockState, stockChange } from '#backend/domain/stock/stock.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { type Auditor, namesOfActors } from './audit-page.ts'
import { auditRow } from './audit-row.ts'
import { type EventView, storedColumns, viewEvents } from './event-view.ts'

const pageSize = 20

/** Empty for stock that never moved. Starts at the guard's balance; an older page subtracts later movements. */
export async function findStockLedger(auditor: Auditor, productId: number, asked: number): Promise<StockLedger> {
  const { rows, newest, total, page, pages } = await readPage(auditor, productId, asked)
  const events = await viewEvents(auditor.store, rows, { unseal: false })
  const names = await namesOfActors(auditor, events)
  let balance = newest
  const items = events.map((event): StockMovement => {
    const { position, at, sentence, actor, command } = auditRow(event, { changes: [], names })
    const moved = { position, at, sentence, actor, command, change: changeOf(event), balance }
    balance = less(balance, moved.change)
    return moved
  })
  return { items, total, page, pages }
}

const changeOf = (event: EventView) => stockChange(event as unknown as StockEvent)

function less(balance: StockState, change: StockState): StockState {
  return { onHand: balance.onHand - change.onHand, reserved: balance.reserved - change.reserved }
}

/** Reads one snapshot: a sale in between would shift the balances. */
function readPage({ pool, store }: Auditor, productId: number, asked: number) {
  const stream = streamUuid(store.log, `stock-${productId}`)
  return transaction(
    pool,
    async (client) => {
      const now = await client.query<StockState & { version: number }>(
        `select coalesce((select version from es.streams where id = $1), 0) as version,
           coalesce(max(total), 0) as "onHand", coalesce(max(taken), 0) as reserved from es.guards where key = $2`,
        [stream, productId],
      )
      const { version: total, ...guard } = now.rows[0] ?? { version: 0, onHand: 0, reserved: 0 }
      const pages = Math.max(1, Math.ceil(total / pageSize))
      const page = Math.min(asked, pages)
      const last = total - (page - 1) * pageSize
      const { rows } = await client.query<StoredEvent>(
        `select ${storedColumns} from es.events
         where stream_id = $1 and version <= $2 and version > $2 - ${pageSize} order by version desc`,
        [stream, last],
      )
      const later = await client.query<{ type: number; units: number }>(
        `select type, sum(coalesce((data->>'delta')::int, (data->>'quantity')::int))::int as units
         from es.events where stream_id = $1 and version > $2 group by type`,
        [stream, last],
      )
      const changes = later.rows.map(({ type, units }) => changeOfAll(store.codec.typeName(type), units))
      return { rows, newest: changes.reduce(less, guard), total, page, pages }
    },
    'begin isolation level repeatable read read only',
  )
}

function changeOfAll(type: string | undefined, units: number): StockState {
  return stockChange({ type, data: { delta: units, quantity: units } } as unknown as StockEvent)
}
