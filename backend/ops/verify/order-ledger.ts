// The accounts of all orders; the least recent move to a temporary table, since a shop may have millions.
import type pg from 'pg'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import { FoldTable, stagingTable } from '#backend/eventstore/projections/folding/fold-table.ts'
import { RowMemory } from '#backend/eventstore/projections/folding/row-memory.ts'
import { nothingParked, type Projection, type RowKey } from '#backend/eventstore/projections/projection.ts'
import type { Folded } from '#backend/eventstore/projections/row-writer.ts'
import { bookEvent, type LedgerEvent, type OrderAccount, orderOf } from './order-account.ts'
import { moneyFaults, unitFaults } from './order-faults.ts'

const fetched = 1000
/** The size of each of two memory generations: the folds of read models share this heap. */
const memoryBytes = 6e6

/** Accounts as rows, one per order. `is_settled` marks orders that need no further look. */
const accounts: Projection = {
  name: 'order_accounts',
  version: 1,
  primaryKey: ['order_id'],
  columns: { order_id: 'bigint', account: 'json', is_settled: 'boolean' },
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

export class OrderLedger {
  readonly #client: pg.ClientBase
  readonly #name: string
  readonly #table: FoldTable
  readonly #memory: RowMemory

  private constructor(client: pg.ClientBase, name: string, table: FoldTable) {
    this.#client = client
    this.#name = name
    this.#table = table
    const source = {
      load: (keys: readonly RowKey[]) => table.load(keys),
      mayHave: (key: string) => table.mayHave(key),
      write: (rows: Folded) => table.write(withVerdicts(rows)),
    }
    this.#memory = new RowMemory(accounts, source, memoryBytes)
  }

  /** `client` is the ledger's own, outside any transaction; close it afterwards. */
  static async open(client: pg.ClientBase): Promise<OrderLedger> {
    const staging = await stagingTable(client, accounts)
    return new OrderLedger(client, staging.table, new FoldTable(client, staging, { isEmpty: true, commitsEach: true }))
  }

  async book(events: readonly LedgerEvent[]): Promise<void> {
    for await (const step of this.#memory.steps(events as readonly unknown[] as readonly RecordedEvent[]))
      await this.#memory.fold(step, { parked: nothingParked, skips: new Set() })
  }

  /** Yields open orders and those with faults, by order id. */
  async *unsettled(): AsyncGenerator<{ orderId: number; account: OrderAccount }, void, undefined> {
    await this.#table.write(withVerdicts(this.#memory.takeChanged()))
    await this.#table.settle()
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const { rows } = await this.#client.query<{ orderId: number; account: OrderAccount }>(
        `select order_id as "orderId", account from ${this.#name} where order_id > $1 and not is_settled order by order_id limit ${fetched}`,
        [after],
      )
      yield* rows
      if (rows.length < fetched) return
      after = rows.at(-1)?.orderId ?? after
    }
  }
}

/** Marks settled orders at the write, so that they need no second read. */
function withVerdicts(rows: Folded): Folded {
  return new Map(
    [...rows].map(([text, { key, row }]) => {
      const is_settled = isSettled(row?.account as OrderAccount)
      return [text, { key, row: { ...row, is_settled } }]
    }),
  )
}

function isSettled(account: OrderAccount): boolean {
  return account.status !== 'placed' && unitFaults(account).length === 0 && moneyFaults(account).length === 0
}
