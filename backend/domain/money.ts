// Money: integer minor units inside; a decimal number on the wire, to the browser and to the payment provider alike.

/** Largest price or total accepted, in minor units (10 million million units of currency). */
export const maxCents = 1_000_000_000_000_00

/**
 * Minor units to the decimal number of the wire: 123456 -> 1234.56. Division is correctly rounded, so JSON prints what was meant. The sum of
 * a cart may lie beyond what is counted exactly: it is shown as near as can be and never sold. Throws RangeError for fractions.
 */
export function toDecimal(cents: number): number {
  if (!Number.isInteger(cents)) throw new RangeError(`${cents} is not a whole number of minor units`)
  return cents / 100
}

/** A decimal number of the wire to minor units; null if it is no whole number of them (10.005) or out of bounds. Nothing is rounded. */
export function toCents(decimal: number): number | null {
  const cents = nearest(decimal)
  return cents !== null && cents / 100 === decimal ? cents : null
}

/**
 * As toCents, for an amount that only repeats what the server knows: 0.30000000000000004 is 30, because a page may have added its
 * lines up as floating point numbers. There is room for that rounding and for nothing else.
 */
export function echoedCents(decimal: number): number | null {
  const cents = nearest(decimal)
  return cents !== null && Math.abs(decimal - cents / 100) <= 16 * Number.EPSILON * Math.abs(decimal) ? cents : null
}

/** For logs and operators: 'ARS 1234.56'. */
export function amountText(cents: number, currency: string): string {
  return `${currency} ${toDecimal(cents).toFixed(2)}`
}

function nearest(decimal: number): number | null {
  const cents = Math.round(decimal * 100)
  return Number.isSafeInteger(cents) && Math.abs(cents) <= maxCents ? cents : null
}
