// 'Pagar': prices the cart, holds the stock of all lines and places the order, in one append.
import { randomBytes } from 'node:crypto'
import { type CartState, cart, maxUnpaidOrders } from '#backend/domain/cart/cart.ts'
import { shippingOffer } from '#backend/domain/delivery/delivery.limits.ts'
import { delivery } from '#backend/domain/delivery/delivery.ts'
import { districtOf } from '#backend/domain/official-numbers.limits.ts'
import type { Invoice } from '#backend/domain/order/invoice.limits.ts'
import { holdLasts } from '#backend/domain/order/order.limits.ts'
import {
  type Order,
  type OrderCommand,
  type OrderState,
  order,
  type TransferTerms,
} from '#backend/domain/order/order.ts'
import { type Echo, quote, type WantedShipping } from '#backend/domain/order/quote.ts'
import { pausedUntil, transferEnds } from '#backend/domain/order/unpaid-holds.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { accountOf, hasAccount } from '#backend/domain/seller/seller.limits.ts'
import { type SellerState, seller } from '#backend/domain/seller/seller.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import { type TransferSettings, transferLimits } from '#backend/domain/transfer/transfer.limits.ts'
import { transfer } from '#backend/domain/transfer/transfer.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import type { Loaded } from '#backend/eventstore/commands/load-state.ts'
import { transact, type UnitOfWork } from '#backend/eventstore/commands/transact.ts'
import { GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { known, type SeenProduct, seeProducts } from './availability.ts'
import { endOrder } from './end-order.ts'
import { holdAsNewcomer, type PressedFrom } from './newcomers/newcomer-hold.ts'
import type { PlacingServices } from './purchase-services.ts'

/** Attempts that may lose the last units between look and append. */
const maxShortages = 10

export type PlacedOrder = Loaded<Order, 'order'>

/** `wanted`: shipping; absent: pick-up. `byTransfer`: an order of its own that takes the cart along. */
type Way = {
  wanted?: WantedShipping | null
  invoice?: Invoice | null
  from?: PressedFrom | null
  byTransfer?: boolean
}
type Wish = Required<Way> & { userId: number; echo: Echo }
type NewOrder = { id?: number; isCounted: boolean }

/**
 * Places an order of the account's cart. The same cart again returns the open order; a changed cart, way or invoice
 * cancels it in the same append. Throws Rejection cart_empty; cart_changed or stale_total, with
 * differences; out_of_stock after losing maxShortages races; checkout_paused, with its end, after too many unpaid
 * holds; first_purchase_limit or too_many_held, with a time, for an account that never paid; transfer_unavailable, or
 * transfer_limit with the time when an unpaid order by transfer counts no more.
 */
export async function placeOrder(
  services: PlacingServices,
  context: ShopContext,
  userId: number,
  echo: Echo,
  { wanted = null, invoice = null, from = null, byTransfer = false }: Way = {},
): Promise<Handled<PlacedOrder>> {
  const fresh: NewOrder = { isCounted: false }
  const forget = async () => {
    if (fresh.isCounted && fresh.id !== undefined) await services.newcomerHolds.giveBack([fresh.id])
  }
  for (let shortages = 1; ; shortages++) {
    try {
      const handled = await transact(services.store, context, 'PlaceOrder', (unit) =>
        placeFromCart(services, unit, { userId, echo, wanted, invoice, from, byTransfer }, fresh),
      )
      if (handled.result.state.orderId !== fresh.id) await forget()
      return handled
    } catch (error) {
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
  const sight = await look(services, unit, wish, fresh)
  const { own, products, last, unpaid, table, newId, transfer, terms } = sight
  const { userId, echo, wanted, invoice } = wish
  const offerFor = (subtotalCents: number) =>
    wanted && table ? shippingOffer(table.state, districtOf(wanted.address.postalCode), subtotalCents) : null
  const [{ lines }, { maxUnits }, now] = [own.state, services, services.now()]
  const quoted = quote({
    ...{ lines, products: known(products), lastOrder: last?.state ?? null, echo, wanted, invoice, offerFor },
    ...{ discountPercent: transfer?.discountPercent ?? null, maxUnits, now },
  })
  const { open, isPlaced, shipping } = quoted
  if (last && open && isPlaced) return { ...last, state: open }
  const held = await transfersOf(unit, own.state, now)
  refuseIfPaused(services, unpaid, held, now)
  const holdMs = transfer ? holdMsOf(transfer, held, now) : services.holdMinutes * 60_000
  const holdUntil = new Date(now.getTime() + holdMs)
  if (!own.state.hasPaid) {
    const hold = { orderId: newId, replaces: open?.orderId ?? null, from: wish.from, lines, held, products, holdUntil }
    fresh.isCounted = await holdAsNewcomer(services, hold)
  }
  for (const { productId } of lines) unit.unchanged((products.get(productId) as SeenProduct).loaded)
  if (table) unit.unchanged(table)
  if (last && open) {
    const isOver = !holdLasts(open, now)
    endOrder(unit, last, isOver ? { type: 'ExpireOrder', now } : { type: 'CancelOrder', reason: 'replaced', now })
  }
  const placing = { orderId: newId, userId, holdUntil }
  unit.decide(cart, own, transfer ? { type: 'NoteTransfer', ...placing } : { type: 'NotePlacedOrder', ...placing })
  const reference = `${newId}-${randomBytes(12).toString('hex')}`
  const { currency } = services
  return placeAndHold(unit, { ...placing, reference, currency, lines: quoted.lines, shipping, ...terms })
}

/**
 * Loads the decision's data. The page names its lines, so their products load together with the cart. If the cart
 * names others, or an unpaid order, everything is reread as of one moment: otherwise the own order's units could
 * count as missing. Loads earlier orders if the account may have to wait.
 */
async function look(
  { maxUnpaidHolds }: PlacingServices,
  unit: UnitOfWork<ShopLog>,
  { userId, echo, wanted, invoice, byTransfer }: Wish,
  fresh: NewOrder,
) {
  const takeId = async () => {
    fresh.id ??= await unit.store.nextId('order')
    return fresh.id
  }
  const [newId, table, settings, sold, first] = await Promise.all([
    takeId(),
    wanted && unit.load(delivery, settingsId),
    byTransfer ? unit.load(transfer, settingsId) : null,
    unit.load(seller, settingsId),
    see(unit, userId, [...new Set(echo.lines?.map((line) => line.id))], []),
  ])
  const transferred = settings && transferOffered(settings.state, sold.state)
  // The append fails if settings or account change meanwhile.
  if (settings) for (const loaded of [settings, sold]) unit.unchanged(loaded)
  for (let sight = first; ; ) {
    const { own, products, orders } = sight
    const { lines, unpaidOrderIds, transfers } = own.state
    const productIds = lines.map((line) => line.productId)
    const mayWait = unpaidOrderIds.length + transfers.length >= maxUnpaidHolds
    const orderIds = unpaidOrderIds.slice(mayWait ? 0 : -1)
    const unpaid = orderIds.flatMap((id) => orders.get(id) ?? [])
    if (productIds.every((id) => products.has(id)) && unpaid.length === orderIds.length)
      return {
        ...{ own, products, last: unpaid.at(-1) ?? null, unpaid, table, newId, transfer: transferred },
        terms: { invoice, sellerRevision: sold.state.revision, transfer: transferred?.terms ?? null },
      }
    sight = await see(unit, userId, productIds, orderIds)
  }
}

type OfferedTransfer = TransferSettings & { terms: TransferTerms }

/** Throws Rejection transfer_unavailable. */
function transferOffered(settings: TransferSettings, sold: SellerState): OfferedTransfer {
  if (!settings.isOn || !hasAccount(sold)) throw new Rejection('transfer_unavailable')
  const { discountPercent, holdHours } = settings
  const account = { ...accountOf(sold), cuit: sold.cuit }
  return { ...settings, terms: { discountPercent, holdHours, account } }
}

async function see(
  unit: UnitOfWork<ShopLog>,
  userId: number,
  productIds: readonly number[],
  orderIds: readonly number[],
) {
  const [own, products, loaded] = await Promise.all([
    unit.load(cart, userId),
    seeProducts(unit.store, productIds),
    unit.loadAll(order, orderIds),
  ])
  return { own, products, orders: new Map(loaded.map((one, index) => [orderIds[index], one])) }
}

/** Orders by transfer that count: for their hold, and as long again. */
async function transfersOf(unit: UnitOfWork<ShopLog>, { transfers }: CartState, now: Date): Promise<Order[]> {
  const mostMs = transferLimits.holdHours.max * 3_600_000
  const lasting = transfers.filter(({ holdUntil }) => now.getTime() < Date.parse(holdUntil) + mostMs)
  if (lasting.length === 0) return []
  const loaded = await unit.loadAll(
    order,
    lasting.map(({ orderId }) => orderId),
  )
  return loaded.flatMap(({ state }) => state ?? [])
}

/** Throws Rejection transfer_limit. */
function holdMsOf({ holdHours, maxOpenOrders }: OfferedTransfer, held: readonly Order[], now: Date): number {
  const until = transferEnds(held, now).at(-maxOpenOrders)
  if (until !== undefined)
    throw new Rejection('transfer_limit', { until: new Date(until).toISOString(), most: maxOpenOrders })
  return holdHours * 3_600_000
}

function refuseIfPaused(
  services: PlacingServices,
  unpaid: readonly Loaded<OrderState, 'order'>[],
  transfers: readonly Order[],
  now: Date,
): void {
  const orders = unpaid.flatMap(({ state }) => state ?? [])
  const until = pausedUntil(orders, { ...services, now, remembered: maxUnpaidOrders, transfers })
  if (!until) return
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new Rejection('checkout_paused', { until: until.toISOString(), retryAfter })
}

function placeAndHold(
  unit: UnitOfWork<ShopLog>,
  wanted: Omit<OrderCommand & { type: 'PlaceOrder' }, 'type'>,
): PlacedOrder {
  const { orderId } = wanted
  const placed = unit.decide(order, unit.absent(order, orderId), { type: 'PlaceOrder', ...wanted }) as PlacedOrder
  for (const line of placed.state.lines) unit.record(`stock-${line.productId}`, [stockMove('StockHeld', orderId, line)])
  return placed
}
