// Deterministic years of a shop's history as events: people register, fill carts, and pay or not.
import { totalOf } from '#backend/domain/order/order.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import { manyProducts, traitsOf } from '#scripts/bench/catalogue/many-products.ts'
import type { Happening } from './fill-log.ts'

const products = 1000
const ordersPerPerson = 4
const ordersPerExpiry = 10
const openOrders = 100
const unitsPerProduct = 10_000_000
/** Average of a paid order, including occasional extra events. */
export const eventsPerOrder = 11.4

/** Every tenth order expires, the last hundred are open; about eleven events an order. */
export function* history(orders: number): Generator<Happening> {
  yield* manyProducts(products)
  for (let productId = 1; productId <= products; productId++)
    yield {
      stream: `stock-${productId}`,
      event: { type: 'StockAdjusted', data: { productId, delta: unitsPerProduct } },
    }
  for (let orderId = 1; orderId <= orders; orderId++) {
    const newest = Math.ceil(orderId / ordersPerPerson)
    const isNew = orderId % ordersPerPerson === 1
    if (isNew) yield registered(newest)
    const userId = isNew ? newest : 1 + ((orderId * 7919) % newest)
    const first = 1 + ((orderId * 31) % products)
    const bought = { orderId, userId, productIds: [first, 1 + (first % products)] }
    yield* placed(bought)
    if (orderId > orders - openOrders) continue
    if (orderId % ordersPerExpiry > 0) yield* paid(bought)
    else {
      yield { stream: `order-${orderId}`, event: { type: 'OrderExpired', data: { orderId } } }
      yield* moved('StockReleased', bought)
    }
  }
}

function registered(userId: number): Happening {
  const data = {
    userId,
    name: `Persona ${userId}`,
    email: `persona-${userId}@gamertech.test`,
    method: 'google',
  } as const
  return { stream: `user-${userId}`, event: { type: 'UserRegistered', data } }
}

export type Bought = { orderId: number; userId: number; productIds: readonly number[] }

const linesOf = ({ productIds }: Bought) =>
  productIds.map((productId, index) => {
    const { priceCents, kind: name } = traitsOf(productId)
    const price = { priceCents, netCents: Math.round(priceCents / 1.21), discountCents: 0, productVersion: 1 }
    const told = { ...price, guaranteeMonths: null, guaranteeBy: null }
    return { productId, name, imageUrl: `/imagenes/${productId}.webp`, ...told, quantity: 1 + index }
  })

function* moved(type: 'StockHeld' | 'StockReleased' | 'StockConsumed', bought: Bought): Generator<Happening> {
  for (const { productId, quantity } of linesOf(bought))
    yield { stream: `stock-${productId}`, event: stockMove(type, bought.orderId, { productId, quantity }) }
}

export function* placed(bought: Bought): Generator<Happening> {
  const { orderId, userId } = bought
  const cart = `cart-${userId}` as const
  const lines = linesOf(bought)
  for (const { productId, quantity } of lines)
    yield { stream: cart, event: { type: 'ItemAddedToCart', data: { userId, productId, quantity } } }
  yield { stream: cart, event: { type: 'CheckoutStarted', data: { userId, orderId } } }
  const reference = `${orderId}-0123456789abcdef01234567`
  const terms = { transfer: null, sellerRevision: 1 }
  const money = { totalCents: totalOf(lines), currency: 'ARS', holdUntil: '2026-01-01T00:15:00.000Z' }
  yield {
    stream: `order-${orderId}`,
    event: { type: 'OrderPlaced', data: { orderId, userId, reference, lines, ...terms, ...money } },
  }
  yield* moved('StockHeld', bought)
  const opened = { orderId, preferenceId: `p-${orderId}`, initPoint: `https://pagos.example/checkout/${orderId}` }
  yield { stream: `payment-${orderId}`, event: { type: 'PreferenceCreated', data: opened } }
}

export function* paid(bought: Bought): Generator<Happening> {
  const { orderId, userId, productIds } = bought
  const lines = linesOf(bought)
  const payment = { orderId, paymentId: String(1_000_000_000 + orderId) }
  const approved = { ...payment, amountCents: totalOf(lines), currency: 'ARS' }
  yield { stream: `payment-${orderId}`, event: { type: 'PaymentApproved', data: approved } }
  const settled = { ...payment, userId, productIds: [...productIds] }
  yield { stream: `order-${orderId}`, event: { type: 'OrderPaid', data: settled } }
  yield* moved('StockConsumed', bought)
  const ordered = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  yield { stream: `cart-${userId}`, event: { type: 'CartOrdered', data: { userId, orderId, lines: ordered } } }
}
