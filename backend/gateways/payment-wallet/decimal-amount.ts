// Money between our integer hundredths and the provider's decimal JSON numbers, exact in both directions.

/** 150050 -> 1500.5. Division is correctly rounded, so JSON prints the decimal that was meant. Throws on non-integers. */
export function centsToDecimal(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is not a whole number of cents`)
  return cents / 100
}

/** 1500.5 -> 150050; undefined for what is not a whole number of cents, such as 10.005. */
export function decimalToCents(decimal: number): number | undefined {
  const cents = Math.round(decimal * 100)
  return Number.isSafeInteger(cents) && cents / 100 === decimal ? cents : undefined
}
