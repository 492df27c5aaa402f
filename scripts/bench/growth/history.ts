// Deterministic years of a shop's history as events: people register, fill carts, pay or not, and review.
import { totalOf } from '#backend/domain/order/order.ts'
import { detailsOf, type ProductForm, withDefaults } from '#backend/domain/product/product-fields.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { CategoryOf, EventIn } from '#backend/eventstore/definition/log-definition.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'

export type Happening = {
  [C in CategoryOf<ShopLog>]: { stream: StreamName<C>; event: EventIn<ShopLog, C> }
}[CategoryOf<ShopLog>]

export const products = 1000
const ordersPerPerson = 4
const ordersPerReview = 5
const ordersPerExpiry = 10
export const openOrders = 100
const unitsPerProduct = 10_000_000
/** Average of a paid order, including occasional extra events. */
export const eventsPerOrder = 11.6

/** Every tenth order expires, the last hundred are open; about eleven events an order. */
export function* history(orders: number): Generator<Happening> {
  for (let productId = 1; productId <= products; productId++) yield* product(productId)
  for (let orderId = 1; orderId <= orders; orderId++) {
    const newest = Math.ceil(orderId / ordersPerPerson)
    const isNew = orderId % ordersPerPerson === 1
    if (isNew) yield registered(newest)
    const userId = isNew ? newest : 1 + ((orderId * 7919) % newest)
    yield* purchase(orderId, userId, orderId > orders - openOrders)
  }
}

function* product(productId: number): Generator<Happening> {
  yield productAdded(productId, {
    name: nameOf(productId),
    description: `Placa de video de ${productId} núcleos, con garantía del fabricante y refrigeración propia.`,
    category: `Categoría ${productId % 12}`,
    imageUrl: `/imagenes/${productId}.webp`,
    specs: [{ name: 'Núcleos', value: String(productId) }],
    priceCents: priceOf(productId),
  })
  const counted = { productId, delta: unitsPerProduct }
  yield { stream: `stock-${productId}`, event: { type: 'StockAdjusted', data: counted } }
}

export function productAdded(productId: number, form: ProductForm): Happening {
  const whole = withDefaults(form)
  const data = { productId, ...detailsOf(whole), priceCents: whole.priceCents, currency: 'ARS' }
  return { stream: `product-${productId}`, event: { type: 'ProductAdded', data } }
}

const nameOf = (productId: number) => `Placa de video ${productId}`
const priceOf = (productId: number) => 1_000_000 + productId * 100

export function registered(userId: number): Happening {
  const data = {
    userId,
    name: `Persona ${userId}`,
    email: `persona-${userId}@gamertech.test`,
    method: 'google',
  } as const
  return { stream: `user-${userId}`, event: { type: 'UserRegistered', data } }
}

/** Buys two products; a closed order is paid or expired, and sometimes reviewed. */
export function* purchase(orderId: number, userId: number, isOpen: boolean): Generator<Happening> {
  const first = 1 + ((orderId * 31) % products)
  const lines = [first, 1 + (first % products)].map((productId, index) => ({ productId, quantity: 1 + index }))
  const cart = `cart-${userId}` as const
  for (const line of lines) yield { stream: cart, event: { type: 'ItemAddedToCart', data: { userId, ...line } } }
  yield { stream: cart, event: { type: 'CheckoutStarted', data: { userId, orderId } } }
  yield placed(orderId, userId, lines)
  for (const line of lines) yield moved('StockHeld', orderId, line)
  const initPoint = `https://pagos.example/checkout/${orderId}`
  const opened = { orderId, preferenceId: `p-${orderId}`, initPoint }
  yield { stream: `payment-${orderId}`, event: { type: 'PreferenceCreated', data: opened } }
  if (isOpen) return
  if (orderId % ordersPerExpiry === 0) {
    yield { stream: `order-${orderId}`, event: { type: 'OrderExpired', data: { orderId } } }
    for (const line of lines) yield moved('StockReleased', orderId, line)
    return
  }
  yield* paid(orderId, userId, lines)
  if (orderId % ordersPerReview === 1) {
    const review = {
      productId: first,
      userId,
      text: `Compra ${orderId}: cumple con lo que dice.`,
      score: 1 + (orderId % 5),
    }
    yield { stream: `review-${first}:${userId}`, event: { type: 'ReviewPosted', data: review } }
  }
}

type Line = { productId: number; quantity: number }

function placed(orderId: number, userId: number, bought: readonly Line[]): Happening {
  const lines = bought.map(({ productId, quantity }) => ({
    productId,
    name: nameOf(productId),
    imageUrl: `/imagenes/${productId}.webp`,
    priceCents: priceOf(productId),
    quantity,
  }))
  const data = {
    orderId,
    userId,
    reference: `${orderId}-0123456789abcdef01234567`,
    lines,
    totalCents: totalOf(lines),
    currency: 'ARS',
    holdUntil: '2026-01-01T00:15:00.000Z',
  }
  return { stream: `order-${orderId}`, event: { type: 'OrderPlaced', data } }
}

function* paid(orderId: number, userId: number, lines: readonly Line[]): Generator<Happening> {
  const payment = { orderId, paymentId: String(1_000_000_000 + orderId) }
  const totalCents = totalOf(lines.map((line) => ({ ...line, priceCents: priceOf(line.productId) })))
  const approved = { ...payment, amountCents: totalCents, currency: 'ARS' }
  yield { stream: `payment-${orderId}`, event: { type: 'PaymentApproved', data: approved } }
  const settled = { ...payment, userId, productIds: lines.map((line) => line.productId) }
  yield { stream: `order-${orderId}`, event: { type: 'OrderPaid', data: settled } }
  for (const line of lines) yield moved('StockConsumed', orderId, line)
  yield { stream: `cart-${userId}`, event: { type: 'CartOrdered', data: { userId, orderId, lines: [...lines] } } }
}

function moved(type: 'StockHeld' | 'StockReleased' | 'StockConsumed', orderId: number, line: Line): Happening {
  return { stream: `stock-${line.productId}`, event: stockMove(type, orderId, line) }
}
