// Money: integer minor units inside, a decimal number on the wire.

/** Largest price or total accepted, in minor units (10 million million units of currency). */
export const maxCents = 1_000_000_000_000_00

/** Minor units to the decimal number of the wire: 123456 -> 1234.56. */
export function toDecimal(cents: number): number {
  return cents / 100
}

/** Decimal number of the wire to minor units, or null where it has more than two decimals or is out of bounds. */
export function toCents(decimal: number): number | null {
  const cents = Math.round(decimal * 100)
  // Room for the rounding of sums computed as floating point numbers, and for nothing else.
  const exact = Math.abs(decimal - cents / 100) <= 16 * Number.EPSILON * Math.abs(decimal)
  return exact && Number.isSafeInteger(cents) && Math.abs(cents) <= maxCents ? cents : null
}
