// What a search means: which products it finds and which of them come first. Names that contain the text win; words follow.
import { searchText } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { isOneSlip, searchedWords, slipsOf } from '#backend/readmodels/catalogue/search-words.ts'
import type { Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { active, type HeldProducts, shown } from './held-products.ts'
import { matchWord, meets, type SlotBits } from './word-matches.ts'

/** More words than anybody types would only make the search long. */
const maxWords = 12
/** Of a longer search these words say enough. */
const maxHalved = 8

/** The products that a reading finds, whatever their state, by slot; and how well each fits: more is better. */
type Reading = { slots: Int32Array; rankOf: (slot: number) => number }
/** reading: null if nothing is found. tried: the products that decided it, in no order: while none of them changes, it is the same. */
export type Understood = { reading: Reading | null; tried: readonly Int32Array[] }

/**
 * How a search is to be read, the narrowest way that finds something: the text as a part of a name; all its words in any order, in name,
 * category or spec sheet, with their synonyms; the same with slips mended; at least half of the words. withSoldOut: what is sold out is
 * something, too.
 */
export function understand(
  products: HeldProducts,
  text: string,
  synonymsOf: Synonyms,
  withSoldOut: boolean | undefined,
): Understood {
  const tried: Int32Array[] = []
  for (const reading of readingsOf(products, text, synonymsOf)) {
    tried.push(reading.slots)
    if (reading.slots.some((slot) => isListed(products, slot, withSoldOut))) return { reading, tried }
  }
  return { reading: null, tried }
}

function isListed({ states }: HeldProducts, slot: number, withSoldOut: boolean | undefined): boolean {
  const state = states[slot] ?? 0
  return withSoldOut ? (state & active) !== 0 : state === shown
}

/** From the narrowest on; each is looked for only if it is asked for. */
function* readingsOf(products: HeldProducts, text: string, synonymsOf: Synonyms): Generator<Reading> {
  yield asTyped(products, searchText(text))
  const words = searchedWords(text).slice(0, maxWords)
  if (words.length === 0) return
  const match = (word: string) => matchWord(products.words, word, synonymsOf, products.size)
  const matches = words.map(match)
  yield havingAll(matches)
  const mended = words.map((word, nth) => {
    const isKnown = matches[nth]?.slots.some((slot) => ((matches[nth]?.bits[slot] ?? 0) & meets.atAll) !== 0)
    return isKnown ? word : mend(products, word)
  })
  const corrected = mended.map((word, nth) => (word === words[nth] ? (matches[nth] ?? match(word)) : match(word)))
  if (mended.some((word, nth) => word !== words[nth])) yield havingAll(corrected)
  yield havingHalf(corrected.slice(0, maxHalved))
}

function asTyped({ texts }: HeldProducts, text: string): Reading {
  return { slots: texts.containing(text), rankOf: (slot) => Number(texts.begins(slot, text)) }
}

function havingAll(matches: readonly SlotBits[]): Reading {
  const every = (slot: number, bit: number) => matches.every(({ bits }) => ((bits[slot] ?? 0) & bit) !== 0)
  const fewest = matches.reduce((one, other) => (other.slots.length < one.slots.length ? other : one))
  return {
    slots: Int32Array.from(fewest.slots.filter((slot) => every(slot, meets.atAll))).sort(),
    rankOf: (slot) =>
      4 * Number(every(slot, meets.literally)) +
      2 * Number(every(slot, meets.byName)) +
      Number(matches.some(({ bits }) => ((bits[slot] ?? 0) & meets.asKind) !== 0)),
  }
}

function havingHalf(matches: readonly SlotBits[]): Reading {
  const count = (slot: number, bit: number) =>
    matches.reduce((sum, { bits }) => sum + Number(((bits[slot] ?? 0) & bit) !== 0), 0)
  const least = Math.ceil(matches.length / 2)
  const candidates = new Set(matches.flatMap(({ slots }) => slots))
  return {
    slots: Int32Array.from([...candidates].filter((slot) => count(slot, meets.atAll) >= least)).sort(),
    rankOf: (slot) => count(slot, meets.atAll) + count(slot, meets.byName),
  }
}

/** The commonest word of a name or category that is one slip away; the word itself if none is near. */
function mend({ words }: HeldProducts, word: string): string {
  let [best, most] = [word, 0]
  for (const other of words.wordsNear(slipsOf(word))) {
    const count = isOneSlip(word, other) ? words.count(other) : 0
    if (count > most || (count === most && count > 0 && other < best)) [best, most] = [other, count]
  }
  return best
}
