// Interprets a search: finds products and ranks them. Names that contain the text win; words follow.
import { searchText } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { hasFillers, isOneSlip, searchedWords, slipsOf } from '#backend/readmodels/catalogue/search-words.ts'
import type { SearchedName, Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { active, type InMemoryProducts, shown } from './products.ts'
import { rivalIn } from './rival-words.ts'
import { MatchBits, matchName, meets } from './word-matches.ts'

/** Ignores further words. */
const maxWords = 12
/** Half of the words must match among this many. */
const maxHalved = 8

type Reading = { indexes: Int32Array; rankOf: (index: number) => number }
export type Understood = {
  reading: Reading | null
  /** The category of a brand or product that the shop does not sell. */
  ledTo: string | null
  soldOut: readonly number[]
  /** Products behind the result, in no order: until one changes, the result stays. */
  tried: readonly Int32Array[]
}

/**
 * Tries interpretations from narrow to wide until one finds products: the text within a name, then all words in any
 * order (name, category, specs, synonyms); the same with typos corrected; at least half of the words. A rival's name
 * leads to its category. `withSoldOut` also accepts sold-out products.
 */
export function understand(
  products: InMemoryProducts,
  text: string,
  synonymsOf: Synonyms,
  withSoldOut: boolean,
): Understood {
  const led = leadRival(products, text)
  if (led) return { reading: led, ledTo: rivalIn(text)?.category ?? null, soldOut: [], tried: [led.indexes] }
  const tried: Int32Array[] = []
  const soldOut: number[] = []
  for (const { isWhole, ...reading } of readingsOf(products, text, synonymsOf)) {
    tried.push(reading.indexes)
    if (isWhole && !withSoldOut)
      soldOut.push(
        ...reading.indexes.filter((index) => !soldOut.includes(index) && products.columns.states[index] === active),
      )
    if (reading.indexes.some((index) => isListed(products, index, withSoldOut)))
      return { reading, ledTo: null, soldOut, tried }
  }
  return { reading: null, ledTo: null, soldOut, tried }
}

/**
 * Shows the whole category, unless a name contains the rival's word or another word belongs to a different category.
 */
function leadRival(products: InMemoryProducts, text: string): Reading | null {
  const rival = rivalIn(text)
  const category = rival ? products.categoryNames.find(rival.category) : -1
  if (!rival || category < 0) return null
  const isOf = (index: number) => products.categories[index] === category
  const strays = searchedWords(rival.rest.join(' ')).some((word) => {
    if (/\d/.test(word)) return false
    const { indexes } = matchName(products.words, { words: [word], others: [] }, products.size)
    return indexes.length > 0 && !indexes.some(isOf)
  })
  if (strays || products.texts.containing(searchText(text)).length > 0) return null
  const indexes: number[] = []
  for (let index = 0; index < products.size; index++) if (isOf(index)) indexes.push(index)
  return { indexes: Int32Array.from(indexes), rankOf: () => 0 }
}

function isListed({ columns: { states } }: InMemoryProducts, index: number, withSoldOut: boolean): boolean {
  const state = states[index] ?? 0
  return withSoldOut ? (state & active) !== 0 : state === shown
}

/** Yields from narrow to wide, lazily. `isWhole` says that every typed word matches. */
function* readingsOf(
  products: InMemoryProducts,
  text: string,
  synonymsOf: Synonyms,
): Generator<Reading & { isWhole: boolean }> {
  const typed = products.texts.containing(searchText(text))
  const isBeginning = beginning(products, text)
  const words = searchedWords(text).slice(0, maxWords)
  if (words.length === 0 || hasFillers(text)) yield { indexes: typed, rankOf: isBeginning, isWhole: true }
  if (words.length === 0) return
  const match = (name: SearchedName) => matchName(products.words, name, products.size)
  const names = synonymsOf(words)
  const matches = names.map(match)
  const all = havingAll(matches)
  yield {
    indexes: union(typed, all.indexes),
    rankOf: (index) => all.rankOf(index) + isBeginning(index),
    isWhole: true,
  }
  const isKnown = ({ indexes, bits }: MatchBits) => indexes.some((index) => ((bits[index] ?? 0) & meets.atAll) !== 0)
  const unknown = new Set(names.flatMap((name, nth) => (isKnown(matches[nth] ?? none) ? [] : name.words)))
  const fixed = words.map((word) => (unknown.has(word) ? fixTypo(products, word) : word))
  const corrected = fixed.some((word, nth) => word !== words[nth]) ? synonymsOf(fixed).map(match) : matches
  if (corrected !== matches) yield { ...havingAll(corrected), isWhole: true }
  yield { ...havingHalf(corrected.slice(0, maxHalved)), isWhole: false }
}

const none = new MatchBits(0)

function beginning({ texts }: InMemoryProducts, text: string): (index: number) => number {
  const typed = searchText(text)
  return (index) => 64 * Number(texts.begins(index, typed))
}

/** A single word that names or categories use as a kind excludes products that only mention the word in their specs. */
function havingAll(matches: readonly MatchBits[]): Reading {
  const ofAll = (index: number) => matches.reduce((common, { bits }) => common & (bits[index] ?? 0), ~0)
  const ofAny = (index: number) => matches.reduce((any, { bits }) => any | (bits[index] ?? 0), 0)
  const fewest = matches.reduce((one, other) => (other.indexes.length < one.indexes.length ? other : one))
  const isKind = matches.length === 1 && fewest.indexes.some((index) => (ofAll(index) & meets.asKind) !== 0)
  const wanted = isKind ? meets.inTitle : meets.atAll
  return {
    indexes: Int32Array.from(fewest.indexes.filter((index) => (ofAll(index) & wanted) !== 0)).sort(),
    rankOf: (index) => {
      const bits = ofAll(index)
      return (
        (bits & meets.byMain ? 32 : 0) +
        (ofAny(index) & meets.asKind ? 16 : 0) +
        (bits & meets.literally ? 8 : 0) +
        (bits & meets.byName ? 4 : 0) +
        (bits & meets.inTitle ? 1 : 0)
      )
    },
  }
}

function union(one: Int32Array, other: Int32Array): Int32Array {
  if (one.length === 0) return other
  const both = new Int32Array(one.length + other.length)
  let [size, a, b] = [0, 0, 0]
  while (a < one.length || b < other.length) {
    const [first = Number.POSITIVE_INFINITY, second = Number.POSITIVE_INFINITY] = [one[a], other[b]]
    both[size++] = Math.min(first, second)
    if (first <= second) a++
    if (second <= first) b++
  }
  return both.subarray(0, size)
}

function havingHalf(matches: readonly MatchBits[]): Reading {
  const count = (index: number, bit: number) =>
    matches.reduce((sum, { bits }) => sum + Number(((bits[index] ?? 0) & bit) !== 0), 0)
  const least = Math.ceil(matches.length / 2)
  const candidates = new Set(matches.flatMap(({ indexes }) => indexes))
  return {
    indexes: Int32Array.from([...candidates].filter((index) => count(index, meets.atAll) >= least)).sort(),
    rankOf: (index) => 4 * count(index, meets.atAll) + 2 * count(index, meets.byName) + 3 * count(index, meets.asKind),
  }
}

function fixTypo({ words }: InMemoryProducts, word: string): string {
  let [best, most] = [word, 0]
  for (const other of words.wordsNear(slipsOf(word))) {
    const count = isOneSlip(word, other) ? words.count(other) : 0
    if (count > most || (count === most && count > 0 && other < best)) [best, most] = [other, count]
  }
  return best
}
