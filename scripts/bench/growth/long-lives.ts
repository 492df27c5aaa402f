// Carts, stocks and reviews with long histories, without snapshot events.
import { addProduct } from '#backend/commands/products/products.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { Core } from '#backend/shop.ts'
import { meta } from '#scripts/bench/append.ts'

export const context = { actor: meta.actor, correlation: meta.correlation }
const chunk = 1000
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

export async function fillCart(core: Core, userId: number, productId: number, events: number): Promise<void> {
  const event = { type: 'ItemAddedToCart' as const, data: { userId, productId, quantity: 1 } }
  await inChunks(events, (count) =>
    append(core, { stream: `cart-${userId}`, expected: null, events: Array.from({ length: count }, () => event) }),
  )
}

export async function fillStock(core: Core, productId: number, events: number): Promise<void> {
  const data = { productId, orderId: 1, quantity: 1 }
  const pair = [
    { type: 'StockHeld' as const, data },
    { type: 'StockReleased' as const, data },
  ]
  await inChunks(events, (count) =>
    append(core, {
      stream: `stock-${productId}`,
      expected: null,
      events: Array.from({ length: Math.ceil(count / 2) }, () => pair).flat(),
    }),
  )
}

export async function fillReviews(core: Core, productId: number, reviews: number): Promise<void> {
  let userId = 0
  const text = 'Lo uso a diario y cumple con lo que dice. '.repeat(5)
  await inChunks(reviews, (count) =>
    append(
      core,
      ...Array.from({ length: count }, (): NewWrite<ShopLog> => {
        const data = { productId, userId: ++userId, text, score: 1 + (userId % 5) }
        return { stream: `review-${productId}:${userId}`, expected: 0, events: [{ type: 'ReviewPosted', data }] }
      }),
    ),
  )
}

async function inChunks(total: number, work: (count: number) => Promise<unknown>): Promise<void> {
  for (let left = total; left > 0; left -= chunk) await work(Math.min(left, chunk))
}
