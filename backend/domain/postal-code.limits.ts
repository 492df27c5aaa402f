// Argentine postal codes: four digits, or the longer CPA with the letter of the province and three of the block.

const pattern = /^(?:[A-HJ-NP-Z]([1-9]\d{3})[A-Z]{3}|([1-9]\d{3}))$/

/** ' c1425 abc' -> 'C1425ABC', '1425' -> '1425'; null for anything that is no postal code. */
export function readPostalCode(text: string): string | null {
  const code = text.replace(/[\s.-]/g, '').toUpperCase()
  return pattern.test(code) ? code : null
}

/** The four digits that prices are given for: 1425 for '1425' and 'C1425ABC'. Throws RangeError for what is no postal code. */
export function districtOf(code: string): number {
  const match = pattern.exec(code)
  if (!match) throw new RangeError('no postal code')
  return Number(match[1] ?? match[2])
}

/** The most characters that are typed for one, spaces included. */
export const postalCodeLength = 12

/** Under a field that holds something else. */
export const noPostalCode = 'Escribí un código postal de cuatro números, como 1425, o completo, como C1425ABC.'
