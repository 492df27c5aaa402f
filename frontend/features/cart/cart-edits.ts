// Predicts the cart after an edit, before the server answers. Pure.
import type { Cart, CartLine } from '#frontend/api.ts'
import { totalOf } from '#frontend/ui/figures/price.ts'

function withLines(cart: Cart, lines: CartLine[]): Cart {
  return {
    ...cart,
    lines,
    productsId: lines.map(({ id, quantity }) => ({ id, quantity })),
    subtotal: totalOf(lines),
  }
}

export function withQuantity(cart: Cart, id: number, quantity: number): Cart {
  return withLines(
    cart,
    cart.lines.map((line) => (line.id === id ? { ...line, quantity } : line)),
  )
}

export function lineTrouble(line: Pick<CartLine, 'isActive' | 'available' | 'quantity'>): string | null {
  if (!line.isActive) return 'Este producto ya no está a la venta.'
  if (line.available === 0) return 'Se agotó: no quedan unidades.'
  if (line.quantity > line.available) {
    return line.available === 1
      ? `Pediste ${line.quantity} y queda 1.`
      : `Pediste ${line.quantity} y quedan ${line.available}.`
  }
  return null
}
