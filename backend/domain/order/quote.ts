// What a cart costs at 'Pagar', and whether that is what the page showed: the server's own prices, stock and the buyer's own hold.
import { toDecimal } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { type Order, type OrderLine, type OrderState, totalOf } from './order.ts'

type CartLine = { productId: number; quantity: number }

/** What the page showed, in cents: an echo that must agree with the server's own numbers. null: a price that is none. */
export type Echo = {
  totalCents: number | null
  lines?: readonly { id: number; quantity: number; priceCents: number | null }[]
}

/** Why a line cannot be sold as the page showed it, as it goes over the wire; prices are decimals. */
export type Difference =
  | { id: number; name: string; type: 'stock'; wanted: number; available: number }
  | { id: number; name: string; type: 'inactive' }
  | { id: number; name: string; type: 'price'; before: number; now: number }

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
  now: Date
}

export type Quote = {
  /** With today's names and prices. */
  lines: OrderLine[]
  /** The last order, if it still holds stock. */
  open: Order | null
  /** Whether the open order is of exactly these lines and its hold lasts: then there is nothing to place. */
  isPlaced: boolean
}

/**
 * Prices a cart. Throws Rejection cart_empty; cart_changed if a line cannot be sold; stale_total if the echo shows another price or
 * total. The last two say in what the cart differs from what the page showed.
 */
export function quote({ lines: cartLines, products, lastOrder, echo, now }: QuoteRequest): Quote {
  if (cartLines.length === 0) throw new Rejection('cart_empty')
  const open = lastOrder?.status === 'placed' ? lastOrder : null
  const unsellable = cartLines.flatMap((line) => unsellableOf(line, products.get(line.productId), open))
  const repriced = cartLines.flatMap((line) => repricedOf(line.productId, products.get(line.productId), echo))
  const differences = [...unsellable, ...repriced]
  if (unsellable.length > 0) throw new Rejection('cart_changed', { differences })
  const lines = cartLines.flatMap((line) => orderLineOf(line, products.get(line.productId)))
  const total = totalOf(lines)
  if (total !== echo.totalCents || repriced.length > 0)
    throw new Rejection('stale_total', { differences, total: toDecimal(total) })
  return { lines, open, isPlaced: open !== null && now < new Date(open.holdUntil) && areSame(open.lines, lines) }
}

function unsellableOf(line: CartLine, product: PricedProduct | undefined, open: Order | null): Difference[] {
  const { productId: id, quantity: wanted } = line
  if (!product?.isActive) return [{ id, name: product?.name ?? '', type: 'inactive' }]
  const ownHold = open?.lines.find((held) => held.productId === id)?.quantity ?? 0
  const available = product.available + ownHold
  return available < wanted ? [{ id, name: product.name, type: 'stock', wanted, available }] : []
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

/** The same products, quantities and prices, in whatever order. */
function areSame(a: readonly OrderLine[], b: readonly OrderLine[]): boolean {
  const key = (lines: readonly OrderLine[]) =>
    lines
      .map((line) => `${line.productId}x${line.quantity}@${line.priceCents}`)
      .sort()
      .join()
  return key(a) === key(b)
}
