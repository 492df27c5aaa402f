// Adds up units and money of all orders, and each product's stock, from the events. Accounts untouched for long move to a
// temporary table, since a shop may have millions.
import type pg from 'pg'
import { orderEvents } from '#backend/domain/order/order.events.ts'
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { type StockEvent, stockEvents } from '#backend/domain/stock/stock.events.ts'
import { stockChange } from '#backend/domain/stock/stock.ts'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import { FoldTable, stagingTable } from '#backend/eventstore/projections/folding/fold-table.ts'
import { RowMemory } from '#backend/eventstore/projections/folding/row-memory.ts'
import { nothingParked, type Projection } from '#backend/eventstore/projections/projection.ts'
import { type Counted, Tally } from './finding.ts'
import { bookEvent, type LedgerEvent, type OrderAccount, orderOf } from './order-account.ts'
import { moneyFaults, unitFaults } from './order-faults.ts'

/** `open` lists orders that await payment, `holds` the units of each product that they hold. */
export type ClosedBooks = {
  orders: Counted
  money: Counted
  holds: ReadonlyMap<number, number>
  open: readonly number[]
  stock: Units
}
export type Units = Map<number, { total: number; taken: number }>

const fetched = 1000
/** The folds of read models share this heap. */
const memoryBytes = 12e6
export const bookedTypes: ReadonlySet<string> = new Set(
  Object.keys({ ...orderEvents, ...paymentEvents, ...stockEvents }),
)

/** Accounts as rows, one per order. */
const accounts: Projection = {
  name: 'order_accounts',
  version: 1,
  primaryKey: ['order_id'],
  columns: { order_id: 'bigint', account: 'json' },
  indexes: {},
  eventTypes: [],
  personal: false,
  streams: 'any',
  keys: (event) => {
    const orderId = orderOf(event as LedgerEvent)
    return orderId === null ? [] : [{ order_id: orderId }]
  },
  evolve: (row, event, key) => ({
    ...key,
    account: bookEvent((row?.account ?? null) as OrderAccount | null, event as LedgerEvent),
  }),
}

export class Books {
  readonly #client: pg.ClientBase
  readonly #name: string
  readonly #table: FoldTable
  readonly #memory: RowMemory
  readonly #stock: Units = new Map()

  private constructor(client: pg.ClientBase, name: string, table: FoldTable) {
    this.#client = client
    this.#name = name
    this.#table = table
    this.#memory = new RowMemory(accounts, table, memoryBytes)
  }

  /** `client` is the books' own, outside any transaction; close it afterwards. */
  static async open(client: pg.ClientBase): Promise<Books> {
    const staging = await stagingTable(client, accounts)
    return new Books(client, staging.table, new FoldTable(client, staging, { isEmpty: true, commitsEach: true }))
  }

  /** Books the log's next events of bookedTypes; the walk reports those that do not fit their shape. */
  async take(decoded: readonly (Decoded | undefined)[]): Promise<void> {
    const events = decoded.filter(isBooked)
    for (const event of events) if (event.type in stockEvents) this.#addStock(event as unknown as StockEvent)
    for await (const step of this.#memory.steps(events))
      await this.#memory.fold(step, { parked: nothingParked, skips: new Set() })
  }

  async close(): Promise<ClosedBooks> {
    const [orders, money] = [new Tally('orders'), new Tally('money')]
    const holds = new Map<number, number>()
    const open: number[] = []
    for await (const { orderId, account } of this.#accounts()) {
      for (const fault of unitFaults(account)) orders.add(`order-${orderId}`, `orden ${orderId}: ${fault}`)
      for (const fault of moneyFaults(account)) money.add(`order-${orderId}`, `orden ${orderId}: ${fault}`)
      if (account.status !== 'placed') continue
      open.push(orderId)
      for (const { productId, units } of account.placed?.units ?? [])
        holds.set(productId, (holds.get(productId) ?? 0) + units)
    }
    return { orders, money, holds, open, stock: this.#stock }
  }

  #addStock(event: StockEvent): void {
    const { productId } = event.data
    const { onHand, reserved } = stockChange(event)
    const { total, taken } = this.#stock.get(productId) ?? { total: 0, taken: 0 }
    this.#stock.set(productId, { total: total + onHand, taken: taken + reserved })
  }

  async *#accounts(): AsyncGenerator<{ orderId: number; account: OrderAccount }, void, undefined> {
    await this.#table.write(this.#memory.takeChanged())
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const { rows } = await this.#client.query<{ orderId: number; account: OrderAccount }>(
        `select order_id as "orderId", account from ${this.#name} where order_id > $1 order by order_id limit ${fetched}`,
        [after],
      )
      yield* rows
      if (rows.length < fetched) return
      after = rows.at(-1)?.orderId ?? after
    }
  }
}

function isBooked(event: Decoded | undefined): event is RecordedEvent {
  return event !== undefined && !(event instanceof Undecodable) && bookedTypes.has(event.type)
}
