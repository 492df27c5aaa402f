// Commands on the shopper's own cart. Each returns the resulting cart.
import { createHash } from 'node:crypto'
import {
  type CartCommand,
  type CartLine,
  type CartState,
  cart,
  type DroppedItem,
  droppedOf,
  withoutPlace,
} from '#backend/domain/cart/cart.ts'
import { toDecimal } from '#backend/domain/money.ts'
import { type OrderState, order } from '#backend/domain/order/order.ts'
import { heldOf, type LineDifference } from '#backend/domain/order/quote.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadStates } from '#backend/eventstore/commands/load-state.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'
import { type AvailableProduct, loadAvailability } from './availability.ts'
import type { PlacingServices } from './purchase-services.ts'

type OwnLine = CartLine & { userId: number }
type HandledCart = Promise<Handled<CartState>>

/** Throws Rejection not_found, conflict beyond a line's limit, and for a new product out_of_stock or cart_full. */
export function addItemToCart(store: ShopStore, context: ShopContext, line: OwnLine): HandledCart {
  const { userId, productId } = line
  return handleCommand(
    store,
    context,
    cart,
    userId,
    async (): Promise<CartCommand> => ({
      type: 'AddItemToCart',
      ...line,
      availability: (await loadAvailability(store, [productId])).get(productId) ?? null,
    }),
  )
}

export function correctCart(
  { store, maxUnits }: Pick<PlacingServices, 'store' | 'maxUnits'>,
  context: ShopContext,
  userId: number,
): HandledCart {
  return handleCommand(store, context, cart, userId, async ({ lines, unpaidOrderIds }): Promise<CartCommand> => {
    const ids = lines.map((line) => line.productId)
    const [products, [last]] = await Promise.all([
      loadAvailability(store, ids),
      loadStates(store, order, unpaidOrderIds.slice(-1)),
    ])
    return { type: 'CorrectCart', userId, maxUnits, availability: withHeld(products, last?.state ?? null) }
  })
}

function withHeld(products: ReadonlyMap<number, AvailableProduct>, own: OrderState): Map<number, AvailableProduct> {
  return new Map(
    [...products].map(([id, product]) => [id, { ...product, available: product.available + heldOf(own, id) }]),
  )
}

export type BrowserCart = {
  userId: number
  lines: readonly CartLine[]
  /** Each id is merged once. Default: a hash of the lines. */
  mergeId: string | undefined
}
/** Adds a browser's cart without withdrawn products, which `dropped` names. A repeated merge changes nothing. */
export async function mergeCart(
  store: ShopStore,
  context: ShopContext,
  { userId, lines, mergeId = contentId(lines) }: BrowserCart,
): Promise<Handled<CartState> & { dropped: DroppedItem[] }> {
  const ids = [...new Set(lines.map((line) => line.productId))]
  let dropped: DroppedItem[] = []
  const handled = await handleCommand(store, context, cart, userId, async (state): Promise<CartCommand> => {
    const merge = { mergeId, lines, availability: await loadAvailability(store, ids) }
    dropped = droppedOf(state, merge)
    return { type: 'MergeCart', userId, ...merge }
  })
  return { ...handled, dropped }
}

type BoughtLine = CartLine & { name: string; priceCents: number }

export type Again = { userId: number; bought: readonly BoughtLine[]; wasPaid: boolean; mergeId: string }

/**
 * Refills the cart with an order's units, as far as products, stock and the limit per purchase permit. Units already
 * in the cart count; after an unpaid order, a cart with any of its products stays unchanged. Returns the differences.
 * The same `mergeId` works once. Throws Rejection cart_full.
 */
export async function buyAgain(
  { store, maxUnits }: Pick<PlacingServices, 'store' | 'maxUnits'>,
  context: ShopContext,
  { userId, bought, wasPaid, mergeId }: Again,
): Promise<Handled<CartState> & { differences: LineDifference[] }> {
  let differences: LineDifference[] = []
  const handled = await handleCommand(store, context, cart, userId, async (state): Promise<CartCommand> => {
    const ids = bought.map((line) => line.productId)
    const isThere = !wasPaid && state.lines.some(({ productId }) => ids.includes(productId))
    const availability = await loadAvailability(store, isThere ? [] : ids)
    differences = isThere
      ? []
      : bought.flatMap((line) => differencesOf(line, availability.get(line.productId), maxUnits))
    const lines = bought.flatMap((line) => missingOf(state, line, availability.get(line.productId), maxUnits))
    if (withoutPlace(state, mergeId, lines).length > 0) throw new Rejection('cart_full')
    return { type: 'MergeCart', userId, mergeId, lines, availability }
  })
  return { ...handled, differences }
}

function missingOf(
  { lines }: CartState,
  { productId, quantity }: CartLine,
  product: AvailableProduct | undefined,
  allowed: number,
): CartLine[] {
  const own = lines.find((line) => line.productId === productId)?.quantity ?? 0
  const units = product?.isActive ? Math.min(quantity, product.available, allowed) - own : 0
  return units > 0 ? [{ productId, quantity: units }] : []
}

function differencesOf(line: BoughtLine, product: AvailableProduct | undefined, allowed: number): LineDifference[] {
  const { productId: id, name, quantity: wanted, priceCents } = line
  if (!product?.isActive) return [{ type: 'inactive', id, name }]
  const { available } = product
  return [
    ...(available < wanted ? [{ type: 'stock', id, name, wanted, available } as const] : []),
    ...(Math.min(wanted, available) > allowed ? [{ type: 'max_units', id, name, wanted, allowed } as const] : []),
    ...(available > 0 && product.priceCents !== priceCents
      ? [{ type: 'price', id, name, before: toDecimal(priceCents), now: toDecimal(product.priceCents) } as const]
      : []),
  ]
}

/** Identifies an unnamed browser cart by its content, so that it isn't merged twice. */
function contentId(lines: readonly CartLine[]): string {
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex').slice(0, 32)
}
