// Checks units and money: everything received is on hand, held, sold, paid or refunded.

import type { OrderEvent } from '#backend/domain/order/order.events.ts'
import { type Order, order } from '#backend/domain/order/order.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { Core } from '#backend/shop.ts'
import type { JournalLine } from '#scripts/fault-injection/load/command.ts'

type ShopEvent = RecordedEvent & { data: Record<string, unknown> }

export async function checkBooks(
  core: Core,
  events: readonly RecordedEvent[],
  journal: readonly JournalLine[],
): Promise<string[]> {
  const orders = ordersOf(events)
  return [...(await checkStock(core, events, orders)), ...checkMoney(events, orders), ...checkPayments(events, journal)]
}

function ordersOf(events: readonly RecordedEvent[]): Map<number, Order> {
  const orders = new Map<number, Order>()
  for (const event of events as readonly ShopEvent[]) {
    if (!event.stream.startsWith('order-')) continue
    const id = Number(event.data.orderId)
    const after = order.evolve(orders.get(id) ?? null, event as unknown as OrderEvent)
    if (after) orders.set(id, after)
  }
  return orders
}

/** On hand = received - sold; reserved = held by open orders, whatever the stock's own holds and releases say. */
async function checkStock(
  { pool }: Core,
  events: readonly RecordedEvent[],
  orders: ReadonlyMap<number, Order>,
): Promise<string[]> {
  const books = new Map<number, { onHand: number; reserved: number }>()
  const book = (productId: number, onHand: number, reserved: number) => {
    const before = books.get(productId) ?? { onHand: 0, reserved: 0 }
    books.set(productId, { onHand: before.onHand + onHand, reserved: before.reserved + reserved })
  }
  for (const { type, data } of events as readonly ShopEvent[])
    if (type === 'StockAdjusted') book(Number(data.productId), Number(data.delta), 0)
  for (const { status, paidBy, lines } of orders.values())
    for (const { productId, quantity } of lines) {
      if (status === 'placed') book(productId, 0, quantity)
      if (paidBy !== null) book(productId, -quantity, 0)
    }
  const { rows } = await pool.query<{ key: number; total: number; taken: number }>('select * from es.guards')
  return rows.flatMap((row) => {
    const { onHand, reserved } = books.get(row.key) ?? { onHand: 0, reserved: 0 }
    if (row.total === onHand && row.taken === reserved) return []
    return [`product ${row.key} has ${row.total}/${row.taken}, the books say ${onHand}/${reserved}`]
  })
}

/** Money in = paid + refunded or to be refunded; no payment counts twice. */
function checkMoney(events: readonly RecordedEvent[], orders: ReadonlyMap<number, Order>): string[] {
  const problems: string[] = []
  const count = {
    PaymentApproved: new Map<string, number>(),
    RefundRequested: new Map<string, number>(),
    PaymentRefunded: new Map<string, number>(),
  }
  for (const { type, data, position } of events as readonly ShopEvent[]) {
    if (!(type in count)) continue
    const taken = count[type as keyof typeof count]
    const id = String(data.paymentId)
    if (taken.has(id)) problems.push(`position ${position}: ${type} of payment ${id} again`)
    taken.set(id, Number(data.amountCents))
  }
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)
  const sold = [...orders.values()].filter((one) => one.paidBy !== null)
  const [moneyIn, paid] = [sum(count.PaymentApproved.values()), sum(sold.map((one) => one.totalCents))]
  if (moneyIn !== paid) problems.push(`${moneyIn} cents were approved, orders of ${paid} are paid`)
  for (const id of count.RefundRequested.keys())
    if (count.PaymentApproved.has(id)) problems.push(`payment ${id} is both taken and given back`)
  for (const id of count.PaymentRefunded.keys())
    if (!count.RefundRequested.has(id)) problems.push(`payment ${id} was given back unasked`)
  return problems
}

function checkPayments(events: readonly RecordedEvent[], journal: readonly JournalLine[]): string[] {
  const kept = ['PaymentApproved', 'RefundRequested']
  const known = new Set(
    events.filter(({ type }) => kept.includes(type)).map(({ data }) => String((data as ShopEvent['data']).paymentId)),
  )
  return journal.flatMap(({ command, answer }) => {
    if (command.do !== 'pay' || !command.approved || answer.is !== 'done') return []
    return known.has(command.paymentId) ? [] : [`payment ${command.paymentId} was taken and is nowhere`]
  })
}
