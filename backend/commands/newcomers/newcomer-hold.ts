// Limits an order of an account that never paid: units per product, products, and units shared with similar orders.
import type { SeenProduct } from '#backend/commands/availability.ts'
import type { PlacingServices } from '#backend/commands/purchase-services.ts'
import type { Order } from '#backend/domain/order/order.ts'
import { Rejection } from '#backend/domain/rejection.ts'

export type PressedFrom = { network: string; factor: number }

type Line = { productId: number; quantity: number }
type Wanted = {
  orderId: number
  replaces: number | null
  from: PressedFrom | null
  lines: readonly Line[]
  /** The account's orders by transfer, whose units count too. */
  held: readonly Order[]
  products: ReadonlyMap<number, SeenProduct>
  holdUntil: Date
}

/** Counts the order before its append; returns if it applies. Throws Rejection first_purchase_limit, too_many_held. */
export async function holdAsNewcomer(
  { newcomers, newcomerHolds }: PlacingServices,
  { orderId, replaces, from, lines, held, products, holdUntil }: Wanted,
): Promise<boolean> {
  const { maxUnits, maxProducts, addressUnits, stockPercent } = newcomers
  const all = [...lines, ...held.flatMap((one): Line[] => (one.status === 'placed' ? one.lines : []))]
  const units = all.reduce((sum, { quantity }) => sum + quantity, 0)
  if (units > maxUnits || new Set(all.map(({ productId }) => productId)).size > maxProducts)
    throw new Rejection('first_purchase_limit', { units: maxUnits, products: maxProducts })
  if (from === null && stockPercent === 100) return false
  const mostOf = (productId: number) =>
    stockPercent === 100 ? null : Math.floor(((products.get(productId)?.onHand ?? 0) * stockPercent) / 100)
  await newcomerHolds.take({
    orderId,
    replaces,
    network: from?.network ?? null,
    networkMost: Math.min(addressUnits * (from?.factor ?? 1), 1e9),
    lines: lines.map((line) => ({ ...line, most: mostOf(line.productId) })),
    holdUntil,
  })
  return true
}
