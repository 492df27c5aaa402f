// Numbers as people write them: postal codes, and a CUIT, a CBU or its alias with their check digits.
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

// Argentine postal codes: four digits, or the longer CPA with the province's letter and three of the block.

const pattern = /^(?:[A-HJ-NP-Z]([1-9]\d{3})[A-Z]{3}|([1-9]\d{3}))$/

/** ' c1425 abc' gives 'C1425ABC'; null if invalid. */
export function readPostalCode(text: string): string | null {
  const code = text.replace(/[\s.-]/g, '').toUpperCase()
  return pattern.test(code) ? code : null
}

/** The district of prices: 1425 for '1425' and 'C1425ABC'. Throws RangeError if invalid. */
export function districtOf(code: string): number {
  const match = pattern.exec(code)
  if (!match) throw new RangeError('no postal code')
  return Number(match[1] ?? match[2])
}

const letters: Readonly<Record<string, string>> = {
  ...{ A: 'Salta', B: 'Buenos Aires', C: 'Ciudad Autónoma de Buenos Aires', D: 'San Luis', E: 'Entre Ríos' },
  ...{ F: 'La Rioja', G: 'Santiago del Estero', H: 'Chaco', J: 'San Juan', K: 'Catamarca', L: 'La Pampa' },
  ...{ M: 'Mendoza', N: 'Misiones', P: 'Formosa', Q: 'Neuquén', R: 'Río Negro', S: 'Santa Fe', T: 'Tucumán' },
  ...{ U: 'Chubut', V: 'Tierra del Fuego', W: 'Corrientes', X: 'Córdoba', Y: 'Jujuy', Z: 'Santa Cruz' },
}
/** Provinces by first digit, several where districts cross borders. */
const districts = ['', 'BC', 'BEXS', 'EGHNPSW', 'AGHKTY', 'DFGJKMX', 'BDLSX', 'BL', 'BLQRU', 'RUVZ'] as const

/** Invalid codes and provinces are reported elsewhere. */
export function isOfProvince(code: string, province: string): boolean {
  const letter = Object.keys(letters).find((each) => letters[each] === province)
  if (letter === undefined || !pattern.test(code)) return true
  return /^[A-Z]/.test(code) ? code.startsWith(letter) : (districts[Number(code[0])] ?? '').includes(letter)
}

export const postalCodeLength = 12

export const noPostalCode = 'Escribí un código postal de cuatro números, como 1425, o completo, como C1425ABC.'
