// Interprets a search: finds products and ranks them. Names that contain the text win; words follow.
import { searchText } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { type Bits, hasBit, haveCommon, noBits, setBit, unite } from '#backend/readmodels/catalogue/in-memory/bits.ts'
import type { InMemoryCatalogue } from '#backend/readmodels/catalogue/in-memory/catalogue.ts'
import type { InMemoryProducts } from '#backend/readmodels/catalogue/in-memory/products.ts'
import { hasFillers, isOneSlip, searchedWords, slipsOf } from '#backend/readmodels/catalogue/search-words.ts'
import type { SearchedName, Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { rivalIn } from './rival-words.ts'
import { places } from './word-index.ts'
import { literally, MatchBits, matchName } from './word-matches.ts'

/** Ignores further words. */
const maxWords = 12
/** Half of the words must match among this many. */
const maxHalved = 8

type Reading = { indexes: Bits; rankOf: (index: number) => number }
/** `ledTo`: the category of a brand or product that the shop does not sell; `mentioned`: products that all words meet, whatever their state. */
export type Understood = Reading & { ledTo: string | null; mentioned: Bits }

/**
 * Tries interpretations from narrow to wide until one finds products: the text within a name, then all words in any
 * order (name, category, specs, synonyms); the same with typos corrected; at least half of the words. A rival's name
 * leads to its category. `listed`: products that a list may show.
 */
export function understand({ products, synonymsOf }: InMemoryCatalogue, text: string, listed: Bits): Understood {
  const mentioned = noBits(products.size)
  const led = leadRival(products, text)
  if (led) return { ...led, mentioned }
  for (const { isWhole, ...reading } of readingsOf(products, text, synonymsOf)) {
    if (isWhole) unite(mentioned, reading.indexes)
    if (haveCommon(reading.indexes, listed)) return { ...reading, ledTo: null, mentioned }
  }
  return { indexes: noBits(0), rankOf: () => 0, ledTo: null, mentioned }
}

/** Shows the whole category, unless a name has the rival's word or another word belongs to another category. */
function leadRival(products: InMemoryProducts, text: string): (Reading & { ledTo: string }) | null {
  const rival = rivalIn(text)
  if (!rival || !products.categories.has(rival.category)) return null
  const indexes = products.categories.having([rival.category], products.size)
  const strays = searchedWords(rival.rest.join(' ')).some((word) => {
    if (/\d/.test(word)) return false
    const found = matchName(products.words, { words: [word], others: [] }, products.size)
    return found.indexes.length > 0 && !found.indexes.some((index) => hasBit(indexes, index))
  })
  const typed = products.names.containing(searchText(text))
  return strays || haveCommon(typed, typed) ? null : { indexes, rankOf: () => 0, ledTo: rival.category }
}

/** Yields from narrow to wide, lazily. `isWhole` says that every typed word matches. */
function* readingsOf(
  products: InMemoryProducts,
  text: string,
  synonymsOf: Synonyms,
): Generator<Reading & { isWhole: boolean }> {
  const typed = products.names.containing(searchText(text))
  const isBeginning = (index: number) => 2048 * Number(products.names.begins(index, searchText(text)))
  const words = searchedWords(text).slice(0, maxWords)
  if (words.length === 0 || hasFillers(text)) yield { indexes: typed, rankOf: isBeginning, isWhole: true }
  if (words.length === 0) return
  const match = (name: SearchedName) => matchName(products.words, name, products.size)
  const names = synonymsOf(words)
  const matches = names.map(match)
  const all = havingAll(matches)
  unite(typed, all.indexes)
  yield { indexes: typed, rankOf: (index) => all.rankOf(index) + isBeginning(index), isWhole: true }
  const isKnown = ({ indexes, bits }: MatchBits) =>
    indexes.some((index) => ((bits[index] ?? 0) & places.anywhere) !== 0)
  const unknown = new Set(names.flatMap((name, nth) => (isKnown(matches[nth] ?? none) ? [] : name.words)))
  const fixed = words.map((word) => (unknown.has(word) ? fixTypo(products, word) : word))
  const corrected = fixed.some((word, nth) => word !== words[nth]) ? synonymsOf(fixed).map(match) : matches
  if (corrected !== matches) yield { ...havingAll(corrected), isWhole: true }
  yield { ...havingHalf(corrected.slice(0, maxHalved)), isWhole: false }
}

const none = new MatchBits(0)

/** A single word that names or categories use as a kind excludes products that only mention the word in their specs. */
function havingAll(matches: readonly MatchBits[]): Reading {
  const size = matches[0]?.bits.length ?? 0
  const ofAll = (index: number) => {
    let common = ~0
    for (const { bits } of matches) common &= bits[index] ?? 0
    return common
  }
  const { indexes: fewest } = matches.reduce((one, other) => (other.indexes.length < one.indexes.length ? other : one))
  const isKind = matches.length === 1 && fewest.some((index) => (ofAll(index) & places.first) !== 0)
  const wanted = isKind ? places.title : places.anywhere
  const indexes = noBits(size)
  for (const index of fewest) if ((ofAll(index) & wanted) !== 0) setBit(indexes, index)
  const valued = matches.filter(({ any }) => (any & places.value) !== 0)
  const rankOf = (index: number) => {
    const bits = ofAll(index)
    return (
      (valued.length > 0 ? 64 * countHaving(valued, index, places.value) : 0) +
      (bits & places.main ? 32 : 0) +
      (countHaving(matches, index, places.first) > 0 ? 16 : 0) +
      (bits & literally ? 8 : 0) +
      (bits & places.name ? 4 : 0) +
      (bits & places.title ? 1 : 0)
    )
  }
  return { indexes, rankOf }
}

function havingHalf(matches: readonly MatchBits[]): Reading {
  const indexes = noBits(matches[0]?.bits.length ?? 0)
  const least = Math.ceil(matches.length / 2)
  for (const match of matches)
    for (const index of match.indexes) if (countHaving(matches, index, places.anywhere) >= least) setBit(indexes, index)
  const rankOf = (index: number) =>
    4 * countHaving(matches, index, places.anywhere) +
    2 * countHaving(matches, index, places.name) +
    3 * countHaving(matches, index, places.first)
  return { indexes, rankOf }
}

function countHaving(matches: readonly MatchBits[], index: number, bit: number): number {
  let count = 0
  for (const { bits } of matches) if (((bits[index] ?? 0) & bit) !== 0) count++
  return count
}

function fixTypo({ words }: InMemoryProducts, word: string): string {
  let [best, most] = [word, 0]
  for (const other of words.wordsNear(slipsOf(word))) {
    const count = isOneSlip(word, other) ? words.count(other) : 0
    if (count > most || (count === most && count > 0 && other < best)) [best, most] = [other, count]
  }
  return best
}
