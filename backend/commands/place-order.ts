// 'Pagar': price the cart, hold the stock of all its lines, place the order, all as one atomic unit.
import { randomBytes } from 'node:crypto'
import { type CartLine, cart } from '#backend/domain/cart/cart.ts'
import { toDecimal } from '#backend/domain/money.ts'
import { type Order, type OrderLine, order, totalOf } from '#backend/domain/order/order.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/handle-command.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import { loadOffers, type PricedOffer } from './availability.ts'
import { endOrder } from './end-order.ts'
import type { PurchaseServices } from './purchase-services.ts'

/** What the page showed: an echo that must agree with the server's own numbers. Cents. */
export type Echo = {
  totalCents: number | null
  lines?: readonly { id: number; quantity: number; priceCents: number | null }[]
}

export type Difference =
  | { id: number; name: string; type: 'stock'; wanted: number; available: number }
  | { id: number; name: string; type: 'inactive' }
  | { id: number; name: string; type: 'price'; before: number; now: number }

/**
 * Places an order from the account's cart. Pressing again with the same cart answers the order that is already open; with a changed
 * cart the open order is cancelled in the same unit. Throws Rejection cart_empty, cart_changed or stale_total, with the differences.
 */
export async function placeOrder(services: PurchaseServices, context: CommandContext, userId: number, echo: Echo) {
  let newId: number | undefined
  for (let tries = 1; ; tries++) {
    try {
      return await transact(services.store, context, 'PlaceOrder', async (unit) => {
        const own = await unit.load(cart, userId)
        if (own.state.lines.length === 0) throw new Rejection('cart_empty')
        const open = own.state.lastOrderId === null ? null : await unit.load(order, own.state.lastOrderId)
        const held = open?.state?.status === 'placed' ? open.state : null
        const lines = await priced(services, own.state.lines, held, echo)
        if (held && services.now() < new Date(held.holdUntil) && sameLines(held.lines, lines)) return held.orderId
        if (open && held) endOrder(unit, open, { type: 'CancelOrder', reason: 'replaced' })
        newId ??= await services.store.nextId('order')
        unit.decide(cart, own, { type: 'StartCheckout', userId, orderId: newId })
        await place(services, unit, newId, userId, lines)
        return newId
      })
    } catch (error) {
      // Somebody took the last units between the look and the append: the next look names them.
      if (!(error instanceof GuardRefused) || tries === 10) throw error
    }
  }
}

/** Today's names and prices of the cart's lines; throws where they differ from what the page showed or cannot be sold. */
async function priced(
  services: PurchaseServices,
  lines: readonly CartLine[],
  held: Order | null,
  echo: Echo,
): Promise<OrderLine[]> {
  const offers = await loadOffers(
    services.store,
    lines.map((line) => line.productId),
  )
  const unsellable: Difference[] = []
  const repriced: Difference[] = []
  const orderLines = lines.map((line): OrderLine => {
    const offer = offers.get(line.productId)
    const ownHold = held?.lines.find((other) => other.productId === line.productId)?.quantity ?? 0
    unsellable.push(...differencesOf(line, offer, ownHold))
    const seen = echo.lines?.find((other) => other.id === line.productId)?.priceCents
    if (offer?.isActive && seen != null && seen !== offer.priceCents)
      repriced.push({
        id: line.productId,
        name: offer.name,
        type: 'price',
        before: toDecimal(seen),
        now: toDecimal(offer.priceCents),
      })
    return {
      productId: line.productId,
      name: offer?.name ?? '',
      imageUrl: offer?.imageUrl ?? '',
      priceCents: offer?.priceCents ?? 0,
      quantity: line.quantity,
    }
  })
  const differences = [...unsellable, ...repriced]
  if (unsellable.length > 0) throw new Rejection('cart_changed', { differences })
  const total = totalOf(orderLines)
  if (total !== echo.totalCents || repriced.length > 0)
    throw new Rejection('stale_total', { differences, total: toDecimal(total) })
  return orderLines
}

function differencesOf(line: CartLine, offer: PricedOffer | undefined, ownHold: number): Difference[] {
  const id = line.productId
  if (!offer?.isActive) return [{ id, name: offer?.name ?? '', type: 'inactive' }]
  const available = offer.available + ownHold
  return available < line.quantity ? [{ id, name: offer.name, type: 'stock', wanted: line.quantity, available }] : []
}

async function place(
  services: PurchaseServices,
  unit: UnitOfWork,
  orderId: number,
  userId: number,
  lines: OrderLine[],
) {
  const holdUntil = new Date(services.now().getTime() + services.holdMinutes * 60_000)
  const reference = `${orderId}-${randomBytes(12).toString('hex')}`
  const placed = unit.decide(order, await unit.load(order, orderId), {
    type: 'PlaceOrder',
    orderId,
    userId,
    reference,
    lines,
    currency: services.currency,
    holdUntil,
  })
  for (const line of placed?.lines ?? [])
    unit.record(`stock-${line.productId}`, [stockMove('StockHeld', orderId, line)])
}

function sameLines(a: readonly OrderLine[], b: readonly OrderLine[]): boolean {
  const key = (lines: readonly OrderLine[]) =>
    lines
      .map((line) => `${line.productId}x${line.quantity}@${line.priceCents}`)
      .sort()
      .join()
  return key(a) === key(b)
}
