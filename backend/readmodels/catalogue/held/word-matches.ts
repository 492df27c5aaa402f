// Which products one word of a search finds, and where they have it.
import { type Lexeme, lexemesOf } from '#backend/readmodels/catalogue/search-words.ts'
import type { Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { places, type WordIndex } from './word-index.ts'

/** How a product has a word, as bits: it or a synonym at all; itself in its name; either in its name; either as the beginning of its name. */
export const meets = { atAll: 1, literally: 2, byName: 4, asKind: 8 } as const

/** Bits by product, and the products that have any. */
export class SlotBits {
  readonly bits: Uint8Array
  readonly slots: number[] = []

  /** size: how many products there are. */
  constructor(size: number) {
    this.bits = new Uint8Array(size)
  }

  add(slot: number, bits: number): void {
    const before = this.bits[slot] ?? 0
    if (before === 0) this.slots.push(slot)
    this.bits[slot] = before | bits
  }
}

/** size: how many products there are. */
export function matchWord(index: WordIndex, word: string, synonymsOf: Synonyms, size: number): SlotBits {
  const found = new SlotBits(size)
  for (const lexemes of lexemesOf(word))
    visitAll(index, lexemes, size, (slot, where) => {
      const bits =
        ((where & places.anywhere) !== 0 ? meets.atAll : 0) |
        ((where & places.name) !== 0 ? meets.literally | meets.byName : 0) |
        ((where & places.first) !== 0 ? meets.asKind : 0)
      if (bits !== 0) found.add(slot, bits)
    })
  // A synonym counts in name or category alone: a spec sheet mentions much.
  for (const words of synonymsOf(word))
    visitAll(index, words.map(whole), size, (slot, where) => {
      const bits =
        ((where & places.title) !== 0 ? meets.atAll : 0) |
        ((where & places.name) !== 0 ? meets.byName : 0) |
        ((where & places.first) !== 0 ? meets.asKind : 0)
      if (bits !== 0) found.add(slot, bits)
    })
  return found
}

function whole(text: string): Lexeme {
  return { text, isBeginning: false }
}

/** The products that have all of these, with the places where they have each of them. */
function visitAll(
  index: WordIndex,
  lexemes: readonly Lexeme[],
  size: number,
  hit: (slot: number, where: number) => void,
): void {
  const [first, ...others] = lexemes
  if (!first) return
  if (others.length === 0) {
    index.visit(first, hit)
    return
  }
  const found = new SlotBits(size)
  index.visit(first, (slot, where) => found.add(slot, where))
  const more = others.map((lexeme) => {
    const each = new SlotBits(size)
    index.visit(lexeme, (slot, where) => each.add(slot, where))
    return each
  })
  for (const slot of found.slots)
    hit(
      slot,
      more.reduce((where, { bits }) => where & (bits[slot] ?? 0), found.bits[slot] ?? 0),
    )
}
