import type pg from 'pg'
import { orderEvents } from '#backend/domain/order/order.events.ts'
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import { guardedChangeOf } from '#backend/eventstore/definition/log-definition.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { Tallies } from './finding.ts'
import { pagesOf } from './one-moment.ts'
import { type LedgerEvent, OrderAccount, orderOf, unitsOf } from './order-account.ts'
import { moneyFaults, unitFaults } from './order-faults.ts'

/** Without metadata, which would be a third of the sorted bytes. */
const bookedColumns = "pos, stream_id, version, type, schema_version, data, '{}'::json as meta, at"
const bookedTypes = Object.keys({ ...orderEvents, ...paymentEvents, ...stockEvents })

export type Stock = Map<number, { total: number; taken: number }>

export function addStock(stock: Stock, event: AnyEvent): void {
  const change = guardedChangeOf(shopLog, event)
  if (!change) return
  const { total, taken } = stock.get(change.key) ?? { total: 0, taken: 0 }
  stock.set(change.key, { total: total + change.total, taken: taken + change.taken })
}

export class Books {
  readonly holds = new Map<number, number>()
  readonly open: number[] = []
  readonly stock: Stock = new Map()

  /** PostgreSQL sorts the events by order. Skips unreadable ones, which the walk reports. */
  static async read(client: pg.ClientBase, codec: EventCodec, tallies: Tallies, signal: AbortSignal): Promise<Books> {
    const books = new Books()
    let order: { id: number; account: OrderAccount } | undefined
    const events = `select ${bookedColumns} from es.events where type in (${codec.typeIds(bookedTypes).join()})
      order by data->>'orderId' collate "C", pos`
    for await (const rows of pagesOf<StoredEvent>(client, events)) {
      signal.throwIfAborted()
      for (const decoded of await codec.decodeEach(rows, { unseal: false })) {
        if (decoded instanceof Undecodable) continue
        const event = decoded as unknown as LedgerEvent
        addStock(books.stock, event)
        const id = orderOf(event)
        if (id === null) continue
        if (order?.id !== id) {
          if (order) books.#close(order, tallies)
          order = { id, account: new OrderAccount() }
        }
        order.account.book(event)
      }
    }
    if (order) books.#close(order, tallies)
    return books
  }

  #close({ id, account }: { id: number; account: OrderAccount }, { orders, money }: Tallies): void {
    for (const tally of [orders, money]) tally.looked++
    for (const fault of unitFaults(account)) orders.add(`order-${id}`, `orden ${id}: ${fault}`)
    for (const fault of moneyFaults(account)) money.add(`order-${id}`, `orden ${id}: ${fault}`)
    if (account.order?.status !== 'placed') return
    this.open.push(id)
    for (const [productId, units] of unitsOf(account.order.lines))
      this.holds.set(productId, (this.holds.get(productId) ?? 0) + units)
  }
}
