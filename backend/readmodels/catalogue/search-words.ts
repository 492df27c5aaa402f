import { searchText } from './catalogue-text.ts'

const fillers = new Set('a al con de del e el en la las los o para por sin un una y'.split(' '))
/** Keeps shorter words as they are: 'usb', 'ssd', 'gb'. */
const minStemmed = 4
/** Leaves shorter words uncorrected, since almost any two are one letter apart. */
const minMended = 4

/** 'Monitores QHD de 27"' -> monitor qhd 27: lower case, no accents, singular, distinct; also '1 TB' -> 1tb. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const run of searchText(text).split(/\s+/)) {
    const parts = run.match(/[a-z]+|\d+/g) ?? []
    const joined = run.replace(/[^a-z0-9]/g, '')
    for (const part of [...parts, ...(parts.length > 1 ? [joined, ...(run.match(/[a-z0-9]+/g) ?? [])] : [])])
      if (!fillers.has(part)) words.add(stem(part))
  }
  for (const [, amount, unit] of searchText(text).matchAll(/(\d+) ([a-z]{1,3})\b/g)) words.add(`${amount}${unit}`)
  return [...words]
}

/** A search's words without fillers. Joins an amount and its unit: 'ssd 1 tb' -> ssd, 1tb; drops inches. */
export function searchedWords(text: string): string[] {
  const plain = plainWords(text)
  const telling = plain.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : plain).map(stem)
}

/** A search with fillers means a phrase, if some name contains the phrase. */
export function hasFillers(text: string): boolean {
  return plainWords(text).some((word) => fillers.has(word))
}

function plainWords(text: string): string[] {
  const words = searchText(text)
    .replace(/\b(\d+) (gb|tb|mb|hz|mhz|ghz|w|mm|cm|dpi|ms|rpm)\b/g, '$1$2')
    .replace(/\b(\d+) pulgadas?\b/g, '$1')
    .replace(/\bwi[ -]fi\b/g, 'wifi')
    .match(/[a-z0-9]+/g)
  return [...new Set(words)]
}

/** Maps singular and plural to one stem: monitores, monitor -> monitor; cables, cable -> cabl; luces, luz -> luz. */
export function stem(word: string): string {
  if (word.length < minStemmed || /\d/.test(word)) return word
  if (word.endsWith('ces')) return `${word.slice(0, -3)}z`
  return word.replace(/s$/, '').replace(/e$/, '')
}

export type Lexeme = { text: string; isBeginning: boolean }

/**
 * Alternatives for a search word, each a list of words that must all match. Numbers and short words match whole, others
 * as a prefix, and 'vx9070' also finds 'VX 9070'.
 */
export function lexemesOf(word: string): Lexeme[][] {
  const lexeme = (text: string) => ({ text, isBeginning: !/^\d+$/.test(text) && text.length >= 3 })
  const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(word) ?? []
  return [[lexeme(word)], ...(letters && digits ? [[lexeme(letters), lexeme(digits)]] : [])]
}

/** The word and its variants with one letter removed. Words one typo apart share one of these. */
export function slipsOf(word: string): string[] {
  if (word.length < minMended || /\d/.test(word)) return []
  return [...new Set([word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))])]
}

/** True if one insertion, deletion, change or swap of neighbours turns one word into the other. */
export function isOneSlip(one: string, other: string): boolean {
  if (one === other) return false
  const shorter = Math.min(one.length, other.length)
  let front = 0
  while (front < shorter && one[front] === other[front]) front++
  let back = 0
  while (back < shorter - front && one[one.length - 1 - back] === other[other.length - 1 - back]) back++
  const [a, b] = [one.slice(front, one.length - back), other.slice(front, other.length - back)]
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0])
}
