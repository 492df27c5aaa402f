// Adds up units and money of each order, and each product's stock, from the events.
import type pg from 'pg'
import { orderEvents } from '#backend/domain/order/order.events.ts'
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { type StockEvent, stockEvents } from '#backend/domain/stock/stock.events.ts'
import { stockChange } from '#backend/domain/stock/stock.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { storedColumns } from '#backend/eventstore/log/decoding/stored-types.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { Tally } from './finding.ts'
import { pagesOf } from './one-moment.ts'
import { bookEvent, type LedgerEvent, type OrderAccount, orderOf } from './order-account.ts'
import { moneyFaults, unitFaults } from './order-faults.ts'

const bookedTypes = Object.keys({ ...orderEvents, ...paymentEvents, ...stockEvents })

export class Books {
  readonly orders = new Tally('orders')
  readonly money = new Tally('money')
  /** Units of each product that orders hold which await payment. */
  readonly holds = new Map<number, number>()
  /** Orders that await payment. */
  readonly open: number[] = []
  readonly stock = new Map<number, { total: number; taken: number }>()

  /** PostgreSQL sorts the events by order. Skips unreadable ones, which the walk reports. */
  static async read(client: pg.ClientBase, codec: EventCodec, signal: AbortSignal): Promise<Books> {
    const books = new Books()
    let order: { id: number; account: OrderAccount | null } | undefined
    const events = `select ${storedColumns} from es.events where type in (${codec.typeIds(bookedTypes).join()})
      order by data->>'orderId' collate "C", pos`
    for await (const rows of pagesOf<StoredEvent>(client, events)) {
      signal.throwIfAborted()
      for (const event of await codec.decodeEach(rows, { unseal: false })) {
        if (event instanceof Undecodable) continue
        if (event.type in stockEvents) books.#addStock(event as unknown as StockEvent)
        const id = orderOf(event as unknown as LedgerEvent)
        if (id === null) continue
        if (order?.id !== id) {
          if (order?.account) books.#close(order.id, order.account)
          order = { id, account: null }
        }
        order.account = bookEvent(order.account, event as unknown as LedgerEvent)
      }
    }
    if (order?.account) books.#close(order.id, order.account)
    return books
  }

  #addStock(event: StockEvent): void {
    const { productId } = event.data
    const { onHand, reserved } = stockChange(event)
    const { total, taken } = this.stock.get(productId) ?? { total: 0, taken: 0 }
    this.stock.set(productId, { total: total + onHand, taken: taken + reserved })
  }

  #close(id: number, account: OrderAccount): void {
    for (const tally of [this.orders, this.money]) tally.looked++
    for (const fault of unitFaults(account)) this.orders.add(`order-${id}`, `orden ${id}: ${fault}`)
    for (const fault of moneyFaults(account)) this.money.add(`order-${id}`, `orden ${id}: ${fault}`)
    if (account.status !== 'placed') return
    this.open.push(id)
    for (const [productId, units] of account.placed?.units ?? [])
      this.holds.set(productId, (this.holds.get(productId) ?? 0) + units)
  }
}
