const decimals = new Intl.NumberFormat('es-AR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/** `$ 1.234.567,50`, with a no-break space; whole units have no cents. */
export function formatPrice(amount: number): string {
  return `$\u00a0${decimals.format(amount)}`
}

/** Sums price times quantity in whole cents, so the result is exact. */
export function totalOf(lines: readonly { price: number; quantity: number }[]): number {
  return lines.reduce((cents, { price, quantity }) => cents + Math.round(price * 100) * quantity, 0) / 100
}

export function withShipping(subtotal: number, shipping: number): number {
  return (Math.round(subtotal * 100) + Math.round(shipping * 100)) / 100
}

/** Splits an amount before its decimal comma, for smaller cents; whole units have none. */
export function priceParts(amount: number): { whole: string; cents: string } {
  const [whole = '', cents] = formatPrice(amount).split(',')
  return { whole, cents: cents === undefined ? '' : `,${cents}` }
}
