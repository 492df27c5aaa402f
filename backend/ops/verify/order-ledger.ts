// The books of all orders. Those that were not touched for long are kept in a table of the session: a shop may have had millions.
import type pg from 'pg'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import { FoldTable, stagingTable } from '#backend/eventstore/projections/folding/fold-table.ts'
import { RowMemory } from '#backend/eventstore/projections/folding/row-memory.ts'
import { nothingParked, type Projection, type RowKey } from '#backend/eventstore/projections/projection.ts'
import type { Folded } from '#backend/eventstore/projections/row-writer.ts'
import { bookEvent, type LedgerEvent, type OrderAccount, orderOf } from './order-account.ts'
import { moneyFaults, unitFaults } from './order-faults.ts'

const fetched = 1000
/** Of accounts in memory, in each of two generations: it shares a heap with the folds of the read models. */
const memoryBytes = 6e6

/** The accounts as rows, one an order. is_settled: nothing is left to be looked at; made out when the row is written. */
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

  /** An empty ledger. client: of its own, outside any transaction; to be closed rather than given back. */
  static async open(client: pg.ClientBase): Promise<OrderLedger> {
    const staging = await stagingTable(client, accounts)
    return new OrderLedger(client, staging.table, new FoldTable(client, staging, { isEmpty: true, commitsEach: true }))
  }

  /** Books events in their order. */
  async book(events: readonly LedgerEvent[]): Promise<void> {
    for await (const step of this.#memory.steps(events as readonly unknown[] as readonly RecordedEvent[]))
      await this.#memory.fold(step, { parked: nothingParked, skips: new Set() })
  }

  /** The accounts of orders that are open or whose books do not balance, by the ids of their orders. */
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

/** With what the books say as they are: most orders that were not touched for long are over, and need not be read again. */
function withVerdicts(rows: Folded): Folded {
  return new Map(
    [...rows].map(([text, { key, row }]) => {
      const is_settled = isSettled(row?.account as OrderAccount)
      return [text, { key, row: { ...row, is_settled } }]
    }),
  )
}

/** Its books balance and it holds nothing back. */
function isSettled(account: OrderAccount): boolean {
  return account.status !== 'placed' && unitFaults(account).length === 0 && moneyFaults(account).length === 0
}
