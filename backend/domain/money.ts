// Money: integer minor units inside; decimal numbers for browser and payment provider.

export const maxCents = 1_000_000_000_000_00

/**
 * 123456 gives 1234.56, correctly rounded. A cart's sum may exceed exact precision; it is then shown approximately
 * and can't be bought. Throws RangeError for fractions.
 */
export function toDecimal(cents: number): number {
  if (!Number.isInteger(cents)) throw new RangeError(`${cents} is not a whole number of minor units`)
  return cents / 100
}

/** Null if the amount has fractions of minor units (10.005) or is out of bounds. Never rounds. */
export function toCents(decimal: number): number | null {
  const cents = nearest(decimal)
  return cents !== null && cents / 100 === decimal ? cents : null
}

/** Like toCents, but tolerates a page's floating point sums: 0.30000000000000004 is 30. */
export function echoedCents(decimal: number): number | null {
  const cents = nearest(decimal)
  return cents !== null && Math.abs(decimal - cents / 100) <= 16 * Number.EPSILON * Math.abs(decimal) ? cents : null
}

export function amountText(cents: number, currency: string): string {
  return `${currency} ${toDecimal(cents).toFixed(2)}`
}

/** In basis points of the net price: 2100 is 21 %. The internal tax is its effective rate, as the accountant gives it. */
export type TaxRates = { readonly vatRate: number; readonly internalTaxRate: number }

/**
 * 'Precio sin impuestos nacionales' (Res. 4/2025) in whole cents, half a cent up, of a final price in cents. Computed
 * once, when the price is decided, since rates change later. Throws RangeError for other numbers.
 */
export function netOf(grossCents: number, { vatRate, internalTaxRate }: TaxRates): number {
  const parts = 10_000 + vatRate + internalTaxRate
  const doubled = grossCents * 20_000 + parts
  if (![grossCents, parts, doubled].every((number) => Number.isSafeInteger(number) && number >= 0))
    throw new RangeError(`no net price of ${grossCents} cents with ${vatRate} and ${internalTaxRate} basis points`)
  return (doubled - (doubled % (2 * parts))) / (2 * parts)
}

function nearest(decimal: number): number | null {
  const cents = Math.round(decimal * 100)
  return Number.isSafeInteger(cents) && Math.abs(cents) <= maxCents ? cents : null
}
