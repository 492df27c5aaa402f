// Prices a cart at 'Pagar' by the server's prices, stock and the buyer's hold, and compares the result with the page.

import type { Address } from '#backend/domain/address.limits.ts'
import { netOf, type TaxRates, toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { isSameContent } from '#backend/domain/same-content.limits.ts'
import { type Invoice, isSameInvoice } from './invoice.limits.ts'
import { discountOf, holdLasts, unitDiscount } from './order.limits.ts'
import { type Order, type OrderLine, type OrderState, type ShippingOffer, totalOf } from './order.ts'

type CartLine = { productId: number; quantity: number }

/** Amounts as shown, in cents, which must match the server's. null: invalid price. */
export type Echo = {
  totalCents: number | null
  lines?: readonly { id: number; quantity: number; priceCents: number | null }[]
}

export type WantedShipping = { address: Address; priceCents: number | null; days: number }

export type LineDifference =
  | { id: number; name: string; type: 'stock'; wanted: number; available: number }
  | { id: number; name: string; type: 'inactive' }
  | { id: number; name: string; type: 'price'; before: number; now: number }
  | { id: number; name: string; type: 'max_units'; wanted: number; allowed: number }

export type Difference =
  | LineDifference
  | { id: number; name: string; type: 'shipping'; before: number; now: number; daysBefore: number; daysNow: number }
  | { id: number; name: string; type: 'no_shipping' }

export type PricedProduct = TaxRates & {
  name: string
  imageUrl: string
  priceCents: number
  guaranteeMonths: number | null
  guaranteeBy: string | null
  /** The stream's. */
  version: number
  isActive: boolean
  available: number
}

export type QuoteRequest = {
  lines: readonly CartLine[]
  products: ReadonlyMap<number, PricedProduct>
  lastOrder: OrderState
  echo: Echo
  wanted: WantedShipping | null
  invoice: Invoice | null
  offerFor: (subtotalCents: number) => ShippingOffer | null
  /** null: the order is paid in the wallet. */
  discountPercent: number | null
  maxUnits: number
  now: Date
}

export type Quote = {
  lines: OrderLine[]
  shipping: (ShippingOffer & { address: Address }) | null
  /** The last order, if it still holds stock. */
  open: Order | null
  isPlaced: boolean
}

/**
 * Throws Rejection cart_empty; cart_changed if a line can't be sold; stale_total if a price, the total or shipping
 * differs. The last two carry the differences.
 */
export function quote(request: QuoteRequest): Quote {
  const { lines: cartLines, products, lastOrder, echo, invoice, discountPercent, maxUnits, now } = request
  if (cartLines.length === 0) throw new Rejection('cart_empty')
  const open = lastOrder?.status === 'placed' ? lastOrder : null
  const unsellable = cartLines.flatMap((line) => unsellableOf(line, products.get(line.productId), open, maxUnits))
  const repriced = cartLines.flatMap((line) => repricedOf(line.productId, products.get(line.productId), echo))
  const lines = cartLines.flatMap((line) => orderLineOf(line, products.get(line.productId), discountPercent ?? 0))
  // Shipping is free from what the products cost, however they are paid.
  const { shipping, differences: ofShipping } = shipped(request, totalOf(lines) + discountOf(lines))
  const differences = [...unsellable, ...repriced, ...ofShipping]
  if (unsellable.length > 0) throw new Rejection('cart_changed', { differences })
  const total = totalOf(lines) + (shipping?.priceCents ?? 0)
  if (total !== echo.totalCents || differences.length > 0)
    throw new Rejection('stale_total', { differences, total: toDecimal(total) })
  const isSame =
    open !== null &&
    discountPercent === null &&
    areSame(open.lines, lines) &&
    isSameContent(open.shipping, shipping) &&
    isSameInvoice(open.invoice, invoice)
  return { lines, shipping, open, isPlaced: isSame && holdLasts(open, now) }
}

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
  if (available <= maxUnits) return [{ id, name, type: 'stock', wanted, available }]
  return [{ id, name, type: 'max_units', wanted, allowed: maxUnits }]
}

export function heldOf(order: OrderState, productId: number): number {
  if (order?.status !== 'placed') return 0
  return order.lines.find((held) => held.productId === productId)?.quantity ?? 0
}

function repricedOf(id: number, product: PricedProduct | undefined, echo: Echo): Difference[] {
  const seen = echo.lines?.find((line) => line.id === id)?.priceCents
  if (!product?.isActive || seen == null || seen === product.priceCents) return []
  return [{ id, name: product.name, type: 'price', before: toDecimal(seen), now: toDecimal(product.priceCents) }]
}

function orderLineOf(
  { productId, quantity }: CartLine,
  product: PricedProduct | undefined,
  percent: number,
): OrderLine[] {
  if (!product) return []
  const { name, imageUrl, priceCents, guaranteeMonths, guaranteeBy, version: productVersion } = product
  const discountCents = unitDiscount(priceCents, percent)
  const price = { priceCents, netCents: netOf(priceCents - discountCents, product), discountCents, productVersion }
  return [{ productId, name, imageUrl, ...price, quantity, guaranteeMonths, guaranteeBy }]
}

function areSame(a: readonly OrderLine[], b: readonly OrderLine[]): boolean {
  const key = (lines: readonly OrderLine[]) => lines.map(factsOf).sort().join()
  return key(a) === key(b)
}

function factsOf({ productId, quantity, priceCents, netCents, guaranteeMonths, guaranteeBy }: OrderLine): string {
  return JSON.stringify([productId, quantity, priceCents, netCents, guaranteeMonths, guaranteeBy])
}
