// Interprets a search: finds products and ranks them. Names that contain the text win; words follow.
import { searchText } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { hasFillers, isOneSlip, searchedWords, slipsOf } from '#backend/readmodels/catalogue/search-words.ts'
import type { SearchedName, Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { active, type HeldProducts, shown } from './held-products.ts'
import { rivalIn } from './rival-words.ts'
import { matchName, meets, SlotBits } from './word-matches.ts'

/** Ignores further words. */
const maxWords = 12
/** Half of the words must match among this many. */
const maxHalved = 8

type Reading = { slots: Int32Array; rankOf: (slot: number) => number }
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
  products: HeldProducts,
  text: string,
  synonymsOf: Synonyms,
  withSoldOut: boolean,
): Understood {
  const led = leadRival(products, text)
  if (led) return { reading: led, ledTo: rivalIn(text)?.category ?? null, soldOut: [], tried: [led.slots] }
  const tried: Int32Array[] = []
  const soldOut: number[] = []
  for (const { isWhole, ...reading } of readingsOf(products, text, synonymsOf)) {
    tried.push(reading.slots)
    if (isWhole && !withSoldOut)
      soldOut.push(
        ...reading.slots.filter((slot) => !soldOut.includes(slot) && products.columns.states[slot] === active),
      )
    if (reading.slots.some((slot) => isListed(products, slot, withSoldOut)))
      return { reading, ledTo: null, soldOut, tried }
  }
  return { reading: null, ledTo: null, soldOut, tried }
}

/**
 * Shows the whole category, unless a name contains the rival's word or another word belongs to a different category.
 */
function leadRival(products: HeldProducts, text: string): Reading | null {
  const rival = rivalIn(text)
  const category = rival ? products.categoryNames.find(rival.category) : -1
  if (!rival || category < 0) return null
  const isOf = (slot: number) => products.categories[slot] === category
  const strays = searchedWords(rival.rest.join(' ')).some((word) => {
    if (/\d/.test(word)) return false
    const { slots } = matchName(products.words, { words: [word], others: [] }, products.size)
    return slots.length > 0 && !slots.some(isOf)
  })
  if (strays || products.texts.containing(searchText(text)).length > 0) return null
  const slots: number[] = []
  for (let slot = 0; slot < products.size; slot++) if (isOf(slot)) slots.push(slot)
  return { slots: Int32Array.from(slots), rankOf: () => 0 }
}

function isListed({ columns: { states } }: HeldProducts, slot: number, withSoldOut: boolean): boolean {
  const state = states[slot] ?? 0
  return withSoldOut ? (state & active) !== 0 : state === shown
}

/** Yields from narrow to wide, lazily. `isWhole` says that every typed word matches. */
function* readingsOf(
  products: HeldProducts,
  text: string,
  synonymsOf: Synonyms,
): Generator<Reading & { isWhole: boolean }> {
  const typed = products.texts.containing(searchText(text))
  const isBeginning = beginning(products, text)
  const words = searchedWords(text).slice(0, maxWords)
  if (words.length === 0 || hasFillers(text)) yield { slots: typed, rankOf: isBeginning, isWhole: true }
  if (words.length === 0) return
  const match = (name: SearchedName) => matchName(products.words, name, products.size)
  const names = synonymsOf(words)
  const matches = names.map(match)
  const all = havingAll(matches)
  yield {
    slots: union(typed, all.slots),
    rankOf: (slot) => all.rankOf(slot) + isBeginning(slot),
    isWhole: true,
  }
  const isKnown = ({ slots, bits }: SlotBits) => slots.some((slot) => ((bits[slot] ?? 0) & meets.atAll) !== 0)
  const unknown = new Set(names.flatMap((name, nth) => (isKnown(matches[nth] ?? none) ? [] : name.words)))
  const mended = words.map((word) => (unknown.has(word) ? mend(products, word) : word))
  const corrected = mended.some((word, nth) => word !== words[nth]) ? synonymsOf(mended).map(match) : matches
  if (corrected !== matches) yield { ...havingAll(corrected), isWhole: true }
  yield { ...havingHalf(corrected.slice(0, maxHalved)), isWhole: false }
}

const none = new SlotBits(0)

function beginning({ texts }: HeldProducts, text: string): (slot: number) => number {
  const typed = searchText(text)
  return (slot) => 64 * Number(texts.begins(slot, typed))
}

/** A single word that names or categories use as a kind excludes products that only mention the word in their specs. */
function havingAll(matches: readonly SlotBits[]): Reading {
  const ofAll = (slot: number) => matches.reduce((common, { bits }) => common & (bits[slot] ?? 0), ~0)
  const ofAny = (slot: number) => matches.reduce((any, { bits }) => any | (bits[slot] ?? 0), 0)
  const fewest = matches.reduce((one, other) => (other.slots.length < one.slots.length ? other : one))
  const isKind = matches.length === 1 && fewest.slots.some((slot) => (ofAll(slot) & meets.asKind) !== 0)
  const wanted = isKind ? meets.inTitle : meets.atAll
  return {
    slots: Int32Array.from(fewest.slots.filter((slot) => (ofAll(slot) & wanted) !== 0)).sort(),
    rankOf: (slot) => {
      const bits = ofAll(slot)
      return (
        (bits & meets.byMain ? 32 : 0) +
        (ofAny(slot) & meets.asKind ? 16 : 0) +
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

function havingHalf(matches: readonly SlotBits[]): Reading {
  const count = (slot: number, bit: number) =>
    matches.reduce((sum, { bits }) => sum + Number(((bits[slot] ?? 0) & bit) !== 0), 0)
  const least = Math.ceil(matches.length / 2)
  const candidates = new Set(matches.flatMap(({ slots }) => slots))
  return {
    slots: Int32Array.from([...candidates].filter((slot) => count(slot, meets.atAll) >= least)).sort(),
    rankOf: (slot) => 4 * count(slot, meets.atAll) + 2 * count(slot, meets.byName) + 3 * count(slot, meets.asKind),
  }
}

function mend({ words }: HeldProducts, word: string): string {
  let [best, most] = [word, 0]
  for (const other of words.wordsNear(slipsOf(word))) {
    const count = isOneSlip(word, other) ? words.count(other) : 0
    if (count > most || (count === most && count > 0 && other < best)) [best, most] = [other, count]
  }
  return best
}
