// Amounts of money as the shop writes them.
const decimals = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `$ 1.234.567,50`: the storefront's label, a no-break space, and the amount in Argentine notation. */
export function formatPrice(amount: number): string {
  return `$\u00a0${decimals.format(amount)}`
}

/** The sum of price times quantity over lines, exact to the cent: it is counted in whole cents. */
export function totalOf(lines: readonly { price: number; quantity: number }[]): number {
  return lines.reduce((cents, { price, quantity }) => cents + Math.round(price * 100) * quantity, 0) / 100
}

/** A subtotal and what shipping costs, exact to the cent. */
export function withShipping(subtotal: number, shipping: number): number {
  return (Math.round(subtotal * 100) + Math.round(shipping * 100)) / 100
}

/** The amount cut before its decimal comma, so that the cents can be set smaller; an amount of whole units has none. */
export function priceParts(amount: number): { whole: string; cents: string } {
  const text = formatPrice(amount)
  const comma = text.lastIndexOf(',')
  const cents = text.slice(comma)
  return { whole: text.slice(0, comma), cents: cents === ',00' ? '' : cents }
}
