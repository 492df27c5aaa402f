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
