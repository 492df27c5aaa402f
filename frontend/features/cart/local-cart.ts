// A visitor's cart in browser storage. Pure: text in, text out.
import { maxCartLines } from '#backend/domain/cart/cart.limits.ts'

export type CartEntry = { id: number; quantity: number }

/** userId is always 0; `mergeId` (a UUID or empty) lets the server recognise a repeated merge. */
export type LocalCart = { userId: 0; productsId: CartEntry[]; mergeId: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isEntry(value: unknown): value is CartEntry {
  if (typeof value !== 'object' || value === null) return false
  const { id, quantity } = value as Partial<CartEntry>
  return Number.isSafeInteger(id) && Number.isSafeInteger(quantity) && Number(id) > 0 && Number(quantity) > 0
}

/** Null without a usable cart. Drops broken entries and those beyond an account's limits. */
export function parseLocalCart(text: string | null): LocalCart | null {
  if (!text) return null
  try {
    const raw = JSON.parse(text) as Partial<LocalCart> | null
    const productsId = Array.isArray(raw?.productsId) ? raw.productsId.filter(isEntry).slice(0, maxCartLines) : []
    if (productsId.length === 0) return null
    return {
      userId: 0,
      productsId,
      mergeId: typeof raw?.mergeId === 'string' && uuid.test(raw.mergeId) ? raw.mergeId : '',
    }
  } catch {
    return null
  }
}

/** `mergeId` names a new cart. */
export function withAdded(cart: LocalCart | null, entry: CartEntry, mergeId: string): LocalCart {
  const lines = cart?.productsId ?? []
  const known = lines.some((line) => line.id === entry.id)
  const productsId = known
    ? lines.map((line) => (line.id === entry.id ? { id: line.id, quantity: line.quantity + entry.quantity } : line))
    : [...lines, entry]
  return { userId: 0, productsId, mergeId: cart?.mergeId || mergeId }
}

/** 0 removes the product; null once the cart is empty. */
export function withLineOf(cart: LocalCart, { id, quantity }: CartEntry): LocalCart | null {
  const productsId = cart.productsId
    .map((line) => (line.id === id ? { id, quantity } : line))
    .filter((line) => line.quantity > 0)
  return productsId.length === 0 ? null : { ...cart, productsId }
}

export function quantitiesById(entries: readonly CartEntry[]): Map<number, number> {
  return new Map(entries.map(({ id, quantity }) => [id, quantity]))
}
