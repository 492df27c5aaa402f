// The stock of one product as a ledger: each movement with what caused it, who, when, and what there was after it.
import { transaction } from '#backend/db/transaction.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import { type StockState, stockChange } from '#backend/domain/stock/stock.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { type Auditor, namesOfActors } from './audit-page.ts'
import { type AuditRow, auditRow } from './audit-row.ts'
import { type EventView, storedColumns, viewEvents } from './event-view.ts'

/** `change` and `balance` in units; the balance is the one after the movement. */
export type StockMovement = Pick<AuditRow, 'position' | 'at' | 'sentence' | 'actor' | 'command'> & {
  change: StockState
  balance: StockState
}
/** Newest first; `page` is from 1 and within the pages that there are. */
export type StockLedger = { items: StockMovement[]; total: number; page: number; pages: number }

const pageSize = 20

/**
 * A page of the ledger of a product, empty if its stock never moved. The newest balance is the guard's; an older page goes back from it
 * over what came after, which the database sums up by types.
 */
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

/** All as of one moment: a sale in between would put the balances off. */
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

/** What events of one type change together. */
function changeOfAll(type: string | undefined, units: number): StockState {
  return stockChange({ type, data: { delta: units, quantity: units } } as unknown as StockEvent)
}
