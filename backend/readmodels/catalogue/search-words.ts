// The words of a product and of a search: both sides are cut and stemmed here, so that they meet.
import { searchText } from './catalogue-text.ts'

/** Say nothing about a product. */
const fillers = new Set('a al con de del e el en la las los o para por sin un una y'.split(' '))
/** Shorter words are left as they are: 'usb', 'ssd', 'gb'. */
const minStemmed = 4
/** Shorter words are not mended: almost any two of them are one letter apart. */
const minMended = 4

/** 'Monitores QHD de 27"' -> monitor qhd 27: lower case, no accents, singular, each once. '1 TB' and 'Wi-Fi' also as 1tb and wifi. */
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

/** The words of a search, without fillers. An amount and its unit are one word: 'ssd 1 tb' -> ssd, 1tb; inches go without their unit. */
export function searchedWords(text: string): string[] {
  const plain = plainWords(text)
  const telling = plain.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : plain).map(stem)
}

/** Whether a search says more than its words: then it is meant as it stands, if it stands in a name. */
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

/** Singular and plural come out alike: monitores, monitor -> monitor; cables, cable -> cabl; luces, luz -> luz. */
export function stem(word: string): string {
  if (word.length < minStemmed || /\d/.test(word)) return word
  if (word.endsWith('ces')) return `${word.slice(0, -3)}z`
  return word.replace(/s$/, '').replace(/e$/, '')
}

/** A word to be looked up; isBeginning: also longer ones that begin with it. */
export type Lexeme = { text: string; isBeginning: boolean }

/**
 * What a word of a search finds: any of these, each as words that must all be there. Numbers and short words match whole, others from their
 * beginning, and 'vx9070' also finds 'VX 9070'.
 */
export function lexemesOf(word: string): Lexeme[][] {
  const lexeme = (text: string) => ({ text, isBeginning: !/^\d+$/.test(text) && text.length >= 3 })
  const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(word) ?? []
  return [[lexeme(word)], ...(letters && digits ? [[lexeme(letters), lexeme(digits)]] : [])]
}

/** The word and what is left of it without one of its letters. Two words share one of these if they are one slip apart. */
export function slipsOf(word: string): string[] {
  if (word.length < minMended || /\d/.test(word)) return []
  return [...new Set([word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))])]
}

/** Whether one letter more, less, changed, or swapped with its neighbour makes one word of the other. */
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
