import type { CartView } from '#backend/domain/cart/cart.contract.ts'
import type { CartLine } from '#backend/domain/cart/cart.ts'
import { netOf, toDecimal } from '#backend/domain/money.ts'
import type { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import type { Database } from '#backend/readmodels/database.ts'

export async function findCartLines(db: Database, userId: number): Promise<readonly CartLine[]> {
  const row = await db.selectFrom('rm.carts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row?.lines ?? []
}

/** Products come from memory, so that a cart needs no row but its own. */
export async function cartView(
  { catalogue, currency }: { catalogue: LiveCatalogue; currency: string },
  userId: number,
  own: readonly CartLine[],
): Promise<CartView> {
  await catalogue.catchUp()
  const lines = own.flatMap(({ productId, quantity }) => {
    const product = catalogue.find(productId)
    if (!product) return []
    const { id, name, description, imageUrl, price, netPrice, transferPrice, isNetAlike, isActive } = product
    const byTransfer = transferPrice !== undefined && {
      transferNetPrice: toDecimal(netOf(Math.round(transferPrice * 100), product)),
    }
    const prices = { price, netPrice, ...byTransfer, ...(isNetAlike && { isNetAlike }) }
    return [{ id, name, description, imageUrl, ...prices, quantity, available: product.stock, isActive }]
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
