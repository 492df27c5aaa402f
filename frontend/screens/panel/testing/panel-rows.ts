// Many rows for the lists of the panel, appended at once: people, and products with a review each.
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { pricedAt } from '#backend/domain/testing/priced-at.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import type { TestShop } from '#frontend/testing/shop.ts'

const texts = { description: 'De red.', category: 'Cables', imageUrl: '/img/c.webp', ...unsaid }
const meta = { actor: 'operator', correlation: 'test', cause: 'Test' } as const

function userWrite(userId: number, name: string): NewWrite<ShopLog> {
  const data = { userId, name, email: `fila${userId}@gamertech.test`, method: 'password' as const }
  return { stream: `user-${userId}`, expected: 0, events: [{ type: 'UserRegistered', data }] }
}

function productWrites(productId: number, name: string, userId: number): NewWrite<ShopLog>[] {
  const product = { productId, name, ...texts, ...pricedAt(100), currency: 'ARS' }
  const review = { productId, userId, text: 'Bien.', score: 4 }
  return [
    { stream: `product-${productId}`, expected: 0, events: [{ type: 'ProductAdded', data: product }] },
    { stream: `review-${productId}:${userId}`, expected: 0, events: [{ type: 'ReviewPosted', data: review }] },
  ]
}

/** As many people and as many reviewed products of this name; returns their ids, which rise. */
export async function addRows({ core, settled }: TestShop, name: string, count: number) {
  const rows = { users: [] as number[], products: [] as number[] }
  for (let nth = 0; nth < count; nth++) {
    rows.users.push(await core.store.nextId('user'))
    rows.products.push(await core.store.nextId('product'))
  }
  const author = rows.users[0] ?? 0
  const writes = [
    ...rows.users.map((id) => userWrite(id, name)),
    ...rows.products.flatMap((id) => productWrites(id, name, author)),
  ]
  await core.store.append({ commandId: newCommandId(), meta, writes })
  await settled()
  return rows
}
