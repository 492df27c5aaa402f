// What the books of all orders say once the whole log is read.
import type pg from 'pg'
import { Tally } from './finding.ts'
import { checked } from './one-moment.ts'
import { moneyFaults, unitFaults } from './order-faults.ts'
import type { OrderLedger } from './order-ledger.ts'
import { type StockSums, verifyStock } from './verify-stock.ts'

/** Whether the books of each order balance, and whether what the guards say is what the events and the open orders do. orders: how many were placed. */
export async function closeBooks(
  client: pg.ClientBase,
  ledger: OrderLedger,
  { orders: placed, stock }: { orders: number; stock: StockSums },
): Promise<Tally[]> {
  const [orders, money] = [new Tally('orders', placed), new Tally('money', placed)]
  const holds = new Map<number, number>()
  for await (const { orderId, account } of ledger.unsettled()) {
    for (const fault of unitFaults(account)) orders.add(`order-${orderId}`, `orden ${orderId}: ${fault}`)
    for (const fault of moneyFaults(account)) money.add(`order-${orderId}`, `orden ${orderId}: ${fault}`)
    if (account.status !== 'placed') continue
    for (const { productId, units } of account.placed?.units ?? [])
      holds.set(productId, (holds.get(productId) ?? 0) + units)
  }
  return [orders, money, ...(await checked(client, 'stock', () => verifyStock(client, stock, holds)))]
}
