// Adds up units and money of all orders, and each product's stock, from the events.
import type pg from 'pg'
import { orderEvents } from '#backend/domain/order/order.events.ts'
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { type StockEvent, stockEvents } from '#backend/domain/stock/stock.events.ts'
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { Tally } from './finding.ts'
import type { LedgerEvent } from './order-account.ts'
import { moneyFaults, unitFaults } from './order-faults.ts'
import { OrderLedger } from './order-ledger.ts'
import { StockSums, type Units } from './verify-stock.ts'

/** Plain data, so that a thread can send it. */
export type ClosedBooks = {
  orders: Told
  money: Told
  holds: ReadonlyMap<number, number>
  open: readonly number[]
  stock: Units
}
type Told = Pick<Tally, 'faults' | 'found'>

export class Books {
  readonly #session: pg.PoolClient
  readonly #ledger: OrderLedger
  readonly #stock = new StockSums()
  readonly #booked: ReadonlySet<number>
  readonly #stocked: ReadonlySet<number>

  private constructor(codec: EventCodec, session: pg.PoolClient, ledger: OrderLedger) {
    this.#session = session
    this.#ledger = ledger
    const stocked = Object.keys(stockEvents)
    this.#stocked = new Set(codec.typeIds(stocked))
    this.#booked = new Set(codec.typeIds([...Object.keys({ ...orderEvents, ...paymentEvents }), ...stocked]))
  }

  /** `pool` gives a session for data beyond memory; call release at the end. */
  static async open(codec: EventCodec, pool: pg.Pool): Promise<Books> {
    const session = await pool.connect()
    try {
      return new Books(codec, session, await OrderLedger.open(session))
    } catch (error) {
      session.release(true)
      throw error
    }
  }

  isBooked({ type }: StoredEvent): boolean {
    return this.#booked.has(type)
  }

  /** Books the log's next events. `decoded` holds those that fit their shape; the walk reports others. */
  async take(rows: readonly StoredEvent[], decoded: readonly (Decoded | undefined)[]): Promise<void> {
    const events: LedgerEvent[] = []
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as StoredEvent
      const event = this.isBooked(row) ? decoded[index] : undefined
      if (!event || event instanceof Undecodable) continue
      events.push(event as unknown as LedgerEvent)
      if (this.#stocked.has(row.type)) this.#stock.add(event as unknown as StockEvent)
    }
    await this.#ledger.book(events)
  }

  async closeBooks(): Promise<ClosedBooks> {
    const [orders, money] = [new Tally('orders'), new Tally('money')]
    const holds = new Map<number, number>()
    const open: number[] = []
    for await (const { orderId, account } of this.#ledger.unsettled()) {
      for (const fault of unitFaults(account)) orders.add(`order-${orderId}`, `orden ${orderId}: ${fault}`)
      for (const fault of moneyFaults(account)) money.add(`order-${orderId}`, `orden ${orderId}: ${fault}`)
      if (account.status !== 'placed') continue
      open.push(orderId)
      for (const { productId, units } of account.placed?.units ?? [])
        holds.set(productId, (holds.get(productId) ?? 0) + units)
    }
    const told = ({ faults, found }: Tally) => ({ faults, found })
    return { orders: told(orders), money: told(money), holds, open, stock: this.#stock.units }
  }

  release(): void {
    this.#session.release(true)
  }
}
