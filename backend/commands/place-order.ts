// 'Pagar': prices the cart, holds the stock of all its lines, places the order, all as one atomic unit.

import { randomBytes } from 'node:crypto'
import { cart, maxUnpaidOrders } from '#backend/domain/cart/cart.ts'
import { deliveryId, shippingOffer } from '#backend/domain/delivery/delivery.limits.ts'
import { delivery } from '#backend/domain/delivery/delivery.ts'
import { holdLasts } from '#backend/domain/order/order.limits.ts'
import { type Order, type OrderState, order } from '#backend/domain/order/order.ts'
import { type Echo, type Quote, quote, type WantedShipping } from '#backend/domain/order/quote.ts'
import { pausedUntil } from '#backend/domain/order/unpaid-holds.ts'
import { districtOf } from '#backend/domain/postal-code.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { CommandContext, Handled } from '#backend/eventstore/commands/command.ts'
import type { Loaded } from '#backend/eventstore/commands/load-state.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import { known, type SeenProduct, seeProducts } from './availability.ts'
import { endOrder } from './end-order.ts'
import { holdAsNewcomer, type PressedFrom } from './newcomers/newcomer-hold.ts'
import type { PlacingServices } from './purchase-services.ts'

/** Attempts that may find the last units taken between the look and the append. */
const maxShortages = 10

/** An order as it stands in the log, at the version that its next change is decided on. */
export type PlacedOrder = Loaded<Order, 'order'>

type Wish = { userId: number; echo: Echo; wanted: WantedShipping | null; from: PressedFrom | null }
/** The id that the order will have, and whether its units are counted already as those of an account that never paid. */
type NewOrder = { id?: number; isCounted: boolean }

/**
 * Places an order of the account's cart and returns it. `wanted`: where it is shipped; without it the order is picked up. Pressing again
 * with the same cart returns the order that is already open; with a changed cart the open order is cancelled in the same unit.
 * Throws Rejection cart_empty; cart_changed or stale_total, with the differences; out_of_stock if other buyers were faster maxShortages
 * times; checkout_paused, with the time until when, if the account left too many holds unpaid of late; first_purchase_limit or
 * too_many_held, with the time when there may be room, if it never paid and wants more than such accounts may hold.
 */
export async function placeOrder(
  services: PlacingServices,
  context: CommandContext<ShopActor>,
  userId: number,
  echo: Echo,
  wanted: WantedShipping | null = null,
  from: PressedFrom | null = null,
): Promise<Handled<PlacedOrder>> {
  const fresh: NewOrder = { isCounted: false }
  const forget = async () => {
    if (fresh.isCounted && fresh.id !== undefined) await services.newcomerHolds.giveBack([fresh.id])
  }
  for (let shortages = 1; ; shortages++) {
    try {
      const handled = await transact(services.store, context, 'PlaceOrder', (unit) =>
        placeFromCart(services, unit, { userId, echo, wanted, from }, fresh),
      )
      if (handled.result.state.orderId !== fresh.id) await forget()
      return handled
    } catch (error) {
      // Another buyer took the last units between the look and the append: the next look names them.
      const isShort = error instanceof GuardRefused
      if (isShort && shortages < maxShortages) continue
      if (isShort || error instanceof Rejection) await forget()
      throw isShort ? new Rejection('out_of_stock') : error
    }
  }
}

async function placeFromCart(
  services: PlacingServices,
  unit: UnitOfWork<ShopLog>,
  wish: Wish,
  fresh: NewOrder,
): Promise<PlacedOrder> {
  const { own, products, last, unpaid, table, newId } = await look(services, unit, wish, fresh)
  const { userId, echo, wanted, from } = wish
  const offerFor = (subtotalCents: number) =>
    wanted && table ? shippingOffer(table.state, districtOf(wanted.address.postalCode), subtotalCents) : null
  const lastOrder = last?.state ?? null
  const [{ lines }, { maxUnits }, now] = [own.state, services, services.now()]
  const quoted = quote({ lines, products: known(products), lastOrder, echo, wanted, offerFor, maxUnits, now })
  const { open, isPlaced } = quoted
  if (last && open && isPlaced) return { ...last, state: open }
  refuseIfPaused(services, unpaid, now)
  const holdUntil = new Date(now.getTime() + services.holdMinutes * 60_000)
  if (!own.state.hasPaid) {
    const hold = { orderId: newId, replaces: open?.orderId ?? null, from, lines, products, holdUntil }
    fresh.isCounted = await holdAsNewcomer(services, hold)
  }
  // If a price, a product or the table of shipping changes before the append, the order is decided anew.
  for (const { productId } of lines) unit.unchanged((products.get(productId) as SeenProduct).loaded)
  if (table) unit.unchanged(table)
  if (last && open) {
    const isOver = !holdLasts(open, now)
    endOrder(unit, last, isOver ? { type: 'ExpireOrder', now } : { type: 'CancelOrder', reason: 'replaced' })
  }
  unit.decide(cart, own, { type: 'NotePlacedOrder', userId, orderId: newId })
  return placeAndHold(services, unit, { orderId: newId, userId, holdUntil, ...quoted })
}

/**
 * What 'Pagar' is decided on. The page names the lines that it showed, so their products are read with the cart. If the cart names others,
 * or an order that was not paid, all of it is read again until one moment shows the cart and what it names: of two moments, units that the
 * cart's own order holds would count as missing. The orders before the last one are read if they are so many that the account may have to wait.
 */
async function look(
  { maxUnpaidHolds }: PlacingServices,
  unit: UnitOfWork<ShopLog>,
  { userId, echo, wanted }: Wish,
  fresh: NewOrder,
) {
  const takeId = async () => {
    fresh.id ??= await unit.reads.nextId('order')
    return fresh.id
  }
  const [newId, table, first] = await Promise.all([
    takeId(),
    // What is picked up needs no prices of shipping: most orders are spared them.
    wanted && unit.load(delivery, deliveryId),
    see(unit, userId, [...new Set(echo.lines?.map((line) => line.id))], []),
  ])
  for (let sight = first; ; ) {
    const { own, products, orders } = sight
    const { lines, lastOrderId, unpaidOrderIds } = own.state
    const unpaidIds = unpaidOrderIds.length < maxUnpaidHolds ? [] : unpaidOrderIds
    const [productIds, orderIds] = [lines.map((line) => line.productId), [...unpaidIds]]
    if (lastOrderId !== null && !orderIds.includes(lastOrderId)) orderIds.push(lastOrderId)
    if (productIds.every((id) => products.has(id)) && orderIds.every((id) => orders.has(id))) {
      const unpaid = unpaidIds.map((id) => orders.get(id)?.state ?? null)
      return { own, products, last: orders.get(lastOrderId ?? 0) ?? null, unpaid, table, newId }
    }
    sight = await see(unit, userId, productIds, orderIds)
  }
}

/** An account's cart with these products and orders, of one moment. */
async function see(
  unit: UnitOfWork<ShopLog>,
  userId: number,
  productIds: readonly number[],
  orderIds: readonly number[],
) {
  const [own, products, loaded] = await Promise.all([
    unit.load(cart, userId),
    seeProducts(unit.reads, productIds),
    unit.loadAll(order, orderIds),
  ])
  return { own, products, orders: new Map(loaded.map((one, index) => [orderIds[index], one])) }
}

function refuseIfPaused(services: PlacingServices, unpaid: readonly OrderState[], now: Date): void {
  const orders = unpaid.filter((one) => one !== null)
  const until = pausedUntil(orders, { ...services, now, remembered: maxUnpaidOrders })
  if (!until) return
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new Rejection('checkout_paused', { until: until.toISOString(), retryAfter })
}

/** The order and the hold of its units, in one unit: the guard refuses both if other buyers were faster. */
function placeAndHold(
  { currency }: PlacingServices,
  unit: UnitOfWork<ShopLog>,
  placing: { orderId: number; userId: number; holdUntil: Date } & Pick<Quote, 'lines' | 'shipping'>,
): PlacedOrder {
  const { orderId, userId, holdUntil, lines, shipping } = placing
  const reference = `${orderId}-${randomBytes(12).toString('hex')}`
  const command = { type: 'PlaceOrder', orderId, userId, reference, lines, shipping, currency, holdUntil } as const
  const placed = unit.decided(order, unit.absent(order, orderId), [command]) as PlacedOrder
  for (const line of placed.state.lines) unit.record(`stock-${line.productId}`, [stockMove('StockHeld', orderId, line)])
  return placed
}
