// What a cart costs at 'Pagar', and whether that is what the page showed: the server's own prices, stock and the buyer's own hold.
import { type Address, addressFieldNames } from '#backend/domain/address.limits.ts'
import { toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { holdLasts } from './order.limits.ts'
import { type Order, type OrderLine, type OrderState, type Shipping, type ShippingOffer, totalOf } from './order.ts'

type CartLine = { productId: number; quantity: number }

/** What the page showed, in cents: an echo that must agree with the server's own numbers. null: a price that is none. */
export type Echo = {
  totalCents: number | null
  lines?: readonly { id: number; quantity: number; priceCents: number | null }[]
}

/** Where the buyer wants it shipped, and what the page showed of it. */
export type WantedShipping = { address: Address; priceCents: number | null; days: number }

/** Why a line cannot be sold as the page showed it, as it goes over the wire; prices are decimals. */
export type LineDifference =
  | { id: number; name: string; type: 'stock'; wanted: number; available: number }
  | { id: number; name: string; type: 'inactive' }
  | { id: number; name: string; type: 'price'; before: number; now: number }
  /** More units of a product than one purchase may hold. */
  | { id: number; name: string; type: 'max_units'; wanted: number; allowed: number }

/** The same of the whole cart. */
export type Difference =
  | LineDifference
  /** Shipping, whose id is 0: another price, or another number of days. */
  | { id: number; name: string; type: 'shipping'; before: number; now: number; daysBefore: number; daysNow: number }
  /** Nothing is shipped to that postal code any more. */
  | { id: number; name: string; type: 'no_shipping' }

/** A product now; `available`: units on hand and not held. */
export type PricedProduct = {
  name: string
  imageUrl: string
  priceCents: number
  isActive: boolean
  available: number
}

export type QuoteRequest = {
  lines: readonly CartLine[]
  /** Unknown products are absent. */
  products: ReadonlyMap<number, PricedProduct>
  /** The last order of this cart, whatever its state: what it holds is the buyer's own. */
  lastOrder: OrderState
  echo: Echo
  /** null: it is picked up. */
  wanted: WantedShipping | null
  /** What a subtotal is shipped for to where it is wanted; null: nothing is shipped there. */
  offerFor: (subtotalCents: number) => ShippingOffer | null
  /** Of one product, in one purchase. */
  maxUnits: number
  now: Date
}

export type Quote = {
  /** With today's names and prices. */
  lines: OrderLine[]
  /** At today's price; null: it is picked up. */
  shipping: (ShippingOffer & { address: Address }) | null
  /** The last order, if it still holds stock. */
  open: Order | null
  /** Whether the open order is of exactly these lines, goes the same way and its hold lasts: then there is nothing to place. */
  isPlaced: boolean
}

/**
 * Prices a cart. Throws Rejection cart_empty; cart_changed if a line cannot be sold; stale_total if the echo shows another price,
 * total or shipping. The last two say in what the cart differs from what the page showed.
 */
export function quote(request: QuoteRequest): Quote {
  const { lines: cartLines, products, lastOrder, echo, maxUnits, now } = request
  if (cartLines.length === 0) throw new Rejection('cart_empty')
  const open = lastOrder?.status === 'placed' ? lastOrder : null
  const unsellable = cartLines.flatMap((line) => unsellableOf(line, products.get(line.productId), open, maxUnits))
  const repriced = cartLines.flatMap((line) => repricedOf(line.productId, products.get(line.productId), echo))
  const lines = cartLines.flatMap((line) => orderLineOf(line, products.get(line.productId)))
  const { shipping, differences: ofShipping } = shipped(request, totalOf(lines))
  const differences = [...unsellable, ...repriced, ...ofShipping]
  if (unsellable.length > 0) throw new Rejection('cart_changed', { differences })
  const total = totalOf(lines) + (shipping?.priceCents ?? 0)
  if (total !== echo.totalCents || differences.length > 0)
    throw new Rejection('stale_total', { differences, total: toDecimal(total) })
  const isSame = open !== null && areSame(open.lines, lines) && isSameWay(open.shipping, shipping)
  return { lines, shipping, open, isPlaced: isSame && holdLasts(open, now) }
}

/** Shipping at today's price, and in what that differs from what the page showed. */
function shipped(
  { wanted, offerFor }: QuoteRequest,
  subtotalCents: number,
): Pick<Quote, 'shipping'> & { differences: Difference[] } {
  if (wanted === null) return { shipping: null, differences: [] }
  const { address, priceCents, days } = wanted
  const about = { id: 0, name: 'Envío' }
  const offer = offerFor(subtotalCents)
  if (!offer) return { shipping: null, differences: [{ ...about, type: 'no_shipping' }] }
  const shipping = { ...offer, address }
  if (priceCents === offer.priceCents && days === offer.days) return { shipping, differences: [] }
  const [before, now] = [toDecimal(priceCents ?? 0), toDecimal(offer.priceCents)]
  const [daysBefore, daysNow] = [days, offer.days]
  return { shipping, differences: [{ ...about, type: 'shipping', before, now, daysBefore, daysNow }] }
}

function unsellableOf(
  line: CartLine,
  product: PricedProduct | undefined,
  open: Order | null,
  maxUnits: number,
): Difference[] {
  const { productId: id, quantity: wanted } = line
  if (!product?.isActive) return [{ id, name: product?.name ?? '', type: 'inactive' }]
  const { name } = product
  const available = product.available + heldOf(open, id)
  if (wanted <= Math.min(available, maxUnits)) return []
  // The lower of the two is what can be had.
  if (available <= maxUnits) return [{ id, name, type: 'stock', wanted, available }]
  return [{ id, name, type: 'max_units', wanted, allowed: maxUnits }]
}

/** Units of a product that an order holds while it is placed. */
export function heldOf(order: OrderState, productId: number): number {
  if (order?.status !== 'placed') return 0
  return order.lines.find((held) => held.productId === productId)?.quantity ?? 0
}

function repricedOf(id: number, product: PricedProduct | undefined, echo: Echo): Difference[] {
  const seen = echo.lines?.find((line) => line.id === id)?.priceCents
  if (!product?.isActive || seen == null || seen === product.priceCents) return []
  return [{ id, name: product.name, type: 'price', before: toDecimal(seen), now: toDecimal(product.priceCents) }]
}

function orderLineOf({ productId, quantity }: CartLine, product: PricedProduct | undefined): OrderLine[] {
  if (!product) return []
  const { name, imageUrl, priceCents } = product
  return [{ productId, name, imageUrl, priceCents, quantity }]
}

/** Both picked up, or both shipped to the same address for the same price in as many days. */
function isSameWay(a: Shipping | null, b: Shipping | null): boolean {
  const key = (shipping: Shipping | null) =>
    shipping && [
      shipping.priceCents,
      shipping.days,
      shipping.address && addressFieldNames.map((field) => shipping.address?.[field]),
    ]
  return JSON.stringify(key(a)) === JSON.stringify(key(b))
}

/** The same products, quantities and prices, in whatever order. */
function areSame(a: readonly OrderLine[], b: readonly OrderLine[]): boolean {
  const key = (lines: readonly OrderLine[]) =>
    lines
      .map((line) => `${line.productId}x${line.quantity}@${line.priceCents}`)
      .sort()
      .join()
  return key(a) === key(b)
}
