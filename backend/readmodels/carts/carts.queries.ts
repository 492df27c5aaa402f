// Reads a cart as its owner sees it: quantities with today's names, prices and stock.
import type { CartView } from '#backend/domain/cart/cart.contract.ts'
import { toDecimal } from '#backend/domain/money.ts'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import type { Database } from '#backend/readmodels/database.ts'

export type CartProducts = (
  ids: readonly number[],
) => Promise<Pick<CatalogueItem, 'id' | 'name' | 'description' | 'imageUrl' | 'price' | 'stock' | 'isActive'>[]>

export async function findCart(
  db: Database,
  products: CartProducts,
  userId: number,
  currency: string,
): Promise<CartView> {
  const row = await db.selectFrom('rm.carts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return cartView(products, userId, row?.lines ?? [], currency)
}

/** Builds the view from freshly decided lines, so that a command's answer need not wait for the projection. */
export async function cartView(
  findProducts: CartProducts,
  userId: number,
  own: readonly { productId: number; quantity: number }[],
  currency: string,
): Promise<CartView> {
  const found = await findProducts(own.map((line) => line.productId))
  const products = new Map(found.map((item) => [item.id, item]))
  const lines = own.flatMap(({ productId, quantity }) => {
    const product = products.get(productId)
    if (!product) return []
    const { id, name, description, imageUrl, price, isActive } = product
    return [{ id, name, description, imageUrl, price, quantity, available: product.stock, isActive }]
  })
  const cents = lines.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0)
  return {
    userId,
    productsId: lines.map(({ id, quantity }) => ({ id, quantity })),
    lines,
    subtotal: toDecimal(cents),
    currency,
  }
}
