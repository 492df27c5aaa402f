// Carts, stocks, orders and reviews with long histories, without snapshot events.
import { addProduct } from '#backend/commands/products/products.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { Core } from '#backend/shop.ts'
import { meta } from '#scripts/bench/append.ts'
import type { Happening } from './fill-log.ts'

export const context = { actor: meta.actor, correlation: meta.correlation }
const units = 100_000_000
export const details = {
  name: 'Teclado Kyntra 60',
  description: 'Un teclado mecánico compacto.',
  category: 'Periféricos',
  imageUrl: '/img/products/teclado.webp',
  specs: [{ name: 'Formato', value: '60 %' }],
}

export async function makeProduct({ store }: Core): Promise<number> {
  return (await addProduct(store, context, { details, priceCents: 100, currency: 'ARS', units })).result
}

export async function append({ store }: Core, ...writes: NewWrite<ShopLog>[]): Promise<number> {
  return (await store.append({ commandId: newCommandId(), meta, writes })).position
}

export function* longCart(userId: number, productId: number, events: number): Generator<Happening> {
  for (let nth = 0; nth < events; nth++)
    yield { stream: `cart-${userId}`, event: { type: 'ItemAddedToCart', data: { userId, productId, quantity: 1 } } }
}

export function* longStock(productId: number, events: number): Generator<Happening> {
  const data = { productId, orderId: 1, quantity: 1 }
  for (let nth = 0; nth < events; nth++) {
    const type = nth % 2 === 0 ? 'StockHeld' : 'StockReleased'
    yield { stream: `stock-${productId}`, event: { type, data } }
  }
}

export function* manyReviews(productId: number, reviews: number): Generator<Happening> {
  const text = 'Lo uso a diario y cumple con lo que dice. '.repeat(5)
  for (let userId = 1; userId <= reviews; userId++) {
    const data = { productId, userId, text, score: 1 + (userId % 5) }
    yield { stream: `review-${productId}:${userId}`, event: { type: 'ReviewPosted', data } }
  }
}
