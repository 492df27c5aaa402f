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

/** Of the longer code, whose first letter is its province. */
const letters: Readonly<Record<string, string>> = {
  ...{ A: 'Salta', B: 'Buenos Aires', C: 'Ciudad Autónoma de Buenos Aires', D: 'San Luis', E: 'Entre Ríos' },
  ...{ F: 'La Rioja', G: 'Santiago del Estero', H: 'Chaco', J: 'San Juan', K: 'Catamarca', L: 'La Pampa' },
  ...{ M: 'Mendoza', N: 'Misiones', P: 'Formosa', Q: 'Neuquén', R: 'Río Negro', S: 'Santa Fe', T: 'Tucumán' },
  ...{ U: 'Chubut', V: 'Tierra del Fuego', W: 'Corrientes', X: 'Córdoba', Y: 'Jujuy', Z: 'Santa Cruz' },
}
/** By the first digit, as letters: some districts lie across a border, so each has all provinces that it touches. */
const districts = ['', 'BC', 'BEXS', 'EGHNPSW', 'AGHKTY', 'DFGJKMX', 'BDLSX', 'BL', 'BLQRU', 'RUVZ'] as const

/** Whether a postal code may be of a province; what is no code, or no province, is told elsewhere. */
export function isOfProvince(code: string, province: string): boolean {
  const letter = Object.keys(letters).find((each) => letters[each] === province)
  if (letter === undefined || !pattern.test(code)) return true
  return /^[A-Z]/.test(code) ? code.startsWith(letter) : (districts[Number(code[0])] ?? '').includes(letter)
}

/** The most characters that are typed for one, spaces included. */
export const postalCodeLength = 12

/** Under a field that holds something else. */
export const noPostalCode = 'Escribí un código postal de cuatro números, como 1425, o completo, como C1425ABC.'
