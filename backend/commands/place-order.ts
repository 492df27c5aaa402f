// 'Pagar': prices the cart, holds the stock of all its lines, places the order, all as one atomic unit.

import { randomBytes } from 'node:crypto'
import { cart } from '#backend/domain/cart/cart.ts'
import { deliveryId, shippingOffer } from '#backend/domain/delivery/delivery.limits.ts'
import { delivery } from '#backend/domain/delivery/delivery.ts'
import { order } from '#backend/domain/order/order.ts'
import { type Echo, type Quote, quote, type WantedShipping } from '#backend/domain/order/quote.ts'
import { districtOf } from '#backend/domain/postal-code.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import { loadAvailability } from './availability.ts'
import { endOrder } from './end-order.ts'
import type { PurchaseServices } from './purchase-services.ts'

/** Attempts that may find the last units taken between the look and the append. */
const maxShortages = 10

/**
 * Places an order of the account's cart and returns its id; `wanted`: where it is shipped, without it the order is picked up. Pressing
 * again with the same cart returns the order that is already open;
 * with a changed cart the open order is cancelled in the same unit. Throws Rejection cart_empty, cart_changed or stale_total, with the
 * differences; out_of_stock if other buyers were faster maxShortages times.
 */
export async function placeOrder(
  services: PurchaseServices,
  context: CommandContext<ShopActor>,
  userId: number,
  echo: Echo,
  wanted: WantedShipping | null = null,
): Promise<Handled<number>> {
  let newId: number | undefined
  const takeId = async () => {
    newId ??= await services.store.nextId('order')
    return newId
  }
  for (let shortages = 1; ; shortages++) {
    try {
      return await transact(services.store, context, 'PlaceOrder', (unit) =>
        placeFromCart(services, unit, { userId, echo, wanted }, takeId),
      )
    } catch (error) {
      // Another buyer took the last units between the look and the append: the next look names them.
      if (!(error instanceof GuardRefused)) throw error
      if (shortages === maxShortages) throw new Rejection('out_of_stock')
    }
  }
}

async function placeFromCart(
  services: PurchaseServices,
  unit: UnitOfWork<ShopLog>,
  { userId, echo, wanted }: { userId: number; echo: Echo; wanted: WantedShipping | null },
  takeId: () => Promise<number>,
): Promise<number> {
  const own = await unit.load(cart, userId)
  const { lines: cartLines, lastOrderId } = own.state
  const last = lastOrderId === null ? null : await unit.load(order, lastOrderId)
  const products = await loadAvailability(
    services.store,
    cartLines.map((line) => line.productId),
  )
  const lastOrder = last?.state ?? null
  // What is picked up needs no prices of shipping: most orders are spared the read.
  const prices = wanted && (await unit.load(delivery, deliveryId)).state
  const offerFor = (subtotalCents: number) =>
    prices && shippingOffer(prices, districtOf(wanted.address.postalCode), subtotalCents)
  const quoted = quote({ lines: cartLines, products, lastOrder, echo, wanted, offerFor, now: services.now() })
  const { open, isPlaced } = quoted
  if (open && isPlaced) return open.orderId
  if (open && last) endOrder(unit, last, { type: 'CancelOrder', reason: 'replaced' })
  const orderId = await takeId()
  unit.decide(cart, own, { type: 'NotePlacedOrder', userId, orderId })
  await place(services, unit, { orderId, userId, ...quoted })
  return orderId
}

async function place(
  { now, holdMinutes, currency }: PurchaseServices,
  unit: UnitOfWork<ShopLog>,
  { orderId, userId, lines, shipping }: { orderId: number; userId: number } & Pick<Quote, 'lines' | 'shipping'>,
): Promise<void> {
  const holdUntil = new Date(now().getTime() + holdMinutes * 60_000)
  const reference = `${orderId}-${randomBytes(12).toString('hex')}`
  const absent = await unit.load(order, orderId)
  const command = { type: 'PlaceOrder', orderId, userId, reference, lines, shipping, currency, holdUntil } as const
  const placed = unit.decide(order, absent, command)
  for (const line of placed?.lines ?? [])
    unit.record(`stock-${line.productId}`, [stockMove('StockHeld', orderId, line)])
}
