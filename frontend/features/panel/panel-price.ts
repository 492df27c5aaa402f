const decimals = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `U$S 1.234,50`. */
export function panelPrice(amount: number): string {
  return priceIn(amount, 'U$S')
}

/** `ARS 1.234,50`, for a payment in any currency. */
export function priceIn(amount: number, currency: string): string {
  return `${currency}\u00a0${decimals.format(amount)}`
}
