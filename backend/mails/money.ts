const formats = new Map<string, Intl.NumberFormat>()

/** Caches formats per currency (ISO 4217), because creating one is slow. */
export function moneyFormat(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const format = new Intl.NumberFormat('es-AR', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}
