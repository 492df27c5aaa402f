// Amounts as mails write them.

const formats = new Map<string, Intl.NumberFormat>()

/** Of a currency (ISO 4217); making one takes longer than all that is written with it. */
export function moneyFormat(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const format = new Intl.NumberFormat('es-AR', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}
