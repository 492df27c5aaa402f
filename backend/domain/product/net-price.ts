// 'Precio sin impuestos nacionales' (Res. 4/2025). Computed once, when a price is decided; its event keeps it, since
// rates change later.

/** In basis points of the net price: 2100 is 21 %. The internal tax is its effective rate, as the accountant gives it. */
export type TaxRates = { readonly vatRate: number; readonly internalTaxRate: number }

/** The net price in whole cents, half a cent up, of a final price in cents. Throws RangeError for other numbers. */
export function netOf(grossCents: number, { vatRate, internalTaxRate }: TaxRates): number {
  const parts = 10_000 + vatRate + internalTaxRate
  const doubled = grossCents * 20_000 + parts
  if (![grossCents, parts, doubled].every((number) => Number.isSafeInteger(number) && number >= 0))
    throw new RangeError(`no net price of ${grossCents} cents with ${vatRate} and ${internalTaxRate} basis points`)
  return (doubled - (doubled % (2 * parts))) / (2 * parts)
}
