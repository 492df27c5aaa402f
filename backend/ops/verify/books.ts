// What the events say of units and money: the books of all orders, and the stock of each product.
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

/** Plain data, since a thread may hand them over. */
export type ClosedBooks = {
  /** Whether the units and the money of each order balance. */
  orders: Told
  money: Told
  /** Units that open orders hold, by product. */
  holds: ReadonlyMap<number, number>
  /** Orders that wait for their payment. */
  open: readonly number[]
  /** What the events of the stock add up to. */
  stock: Units
}
type Told = Pick<Tally, 'faults' | 'found'>

export class Books {
  readonly #session: pg.PoolClient
  readonly #ledger: OrderLedger
  readonly #stock = new StockSums()
  /** Numbers of types. */
  readonly #booked: ReadonlySet<number>
  readonly #stocked: ReadonlySet<number>

  private constructor(codec: EventCodec, session: pg.PoolClient, ledger: OrderLedger) {
    this.#session = session
    this.#ledger = ledger
    const stocked = Object.keys(stockEvents)
    this.#stocked = new Set(codec.typeIds(stocked))
    this.#booked = new Set(codec.typeIds([...Object.keys({ ...orderEvents, ...paymentEvents }), ...stocked]))
  }

  /** Empty books. pool: gives a session for what does not fit into memory; to be released. */
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

  /** Books the next events of the log. decoded: the same, each that fits its shape; the walk tells of the others. */
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

  /** To be called after the last event; what the books say. */
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

  /** What it wrote goes with its session. */
  release(): void {
    this.#session.release(true)
  }
}
