// Normalizes names for search and for the Spanish alphabet, on both sides of every comparison.

/** Lower case without accents: 'Refrigeración' -> 'refrigeracion'; ñ becomes n. */
export function searchText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * A key whose byte order is the Spanish alphabet's: ignores accents, puts ñ after n ('~' sorts behind every letter),
 * and breaks ties by the original text (behind a separator that sorts before every letter).
 */
export function sortName(text: string): string {
  return `${searchText(text.toLowerCase().normalize('NFC').replaceAll('ñ', 'n~'))}\u0001${text}`
}

export function containsPattern(text: string): string {
  return `%${searchText(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

export function isBrandName(name: string): boolean {
  return searchText(name).trim() === 'marca'
}
