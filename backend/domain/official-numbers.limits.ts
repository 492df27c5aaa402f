// Official numbers with check digits: a CUIT, and a CBU or the alias that stands for one.
const cuitWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]
const cuitKinds = /^(20|23|24|25|26|27|30|33|34)/

/** `30-71234567-1` with or without marks -> its eleven digits; null if the check digit or the kind is wrong. */
export function readCuit(text: string): string | null {
  const digits = text.replace(/[\s.-]/g, '')
  if (!/^\d{11}$/.test(digits) || !cuitKinds.test(digits)) return null
  const sum = cuitWeights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return sum % 11 === 0 ? digits : null
}

/** Eleven digits as people write them. */
export function formatCuit(digits: string): string {
  return digits.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')
}

const cbuBlocks = [
  { from: 0, weights: [7, 1, 3, 9, 7, 1, 3] },
  { from: 8, weights: [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3] },
] as const

/** A CBU or a wallet’s CVU -> its 22 digits, without spaces and marks; null if a check digit is wrong. */
export function readCbu(text: string): string | null {
  const digits = text.replace(/[\s.-]/g, '')
  if (!/^\d{22}$/.test(digits) || /^0+$/.test(digits)) return null
  const isRight = cbuBlocks.every(({ from, weights }) => {
    const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[from + at]), 0)
    return (10 - (sum % 10)) % 10 === Number(digits[from + weights.length])
  })
  return isRight ? digits : null
}

export function isCbuAlias(text: string): boolean {
  return /^[a-z0-9.-]{6,20}$/i.test(text)
}
