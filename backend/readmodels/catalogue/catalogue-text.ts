// Names as they are searched and as the Spanish alphabet orders them; both sides of a comparison pass through here.

/** Lower case without accents: 'Refrigeración' -> 'refrigeracion'; ñ becomes n. */
export function searchText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * A key whose byte order is the Spanish alphabet's: accents do not count, ñ stands after n ('~' is behind every letter),
 * and between equal keys the original decides (after a separator that is before every letter).
 */
export function sortName(text: string): string {
  return `${searchText(text.toLowerCase().normalize('NFC').replaceAll('ñ', 'n~'))}\u0001${text}`
}

/** The text as a LIKE pattern that matches it anywhere, with % and _ meaning themselves. */
export function containsPattern(text: string): string {
  return `%${searchText(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

/** Whether a property of a spec sheet is the product's brand. */
export function isBrandName(name: string): boolean {
  return searchText(name).trim() === 'marca'
}
