// Finds the products of one search word, with places.
import { type Lexeme, lexemesOf } from '#backend/readmodels/catalogue/search-words.ts'
import type { SearchedName } from '#backend/readmodels/synonyms/synonyms.ts'
import { places, type WordIndex } from './word-index.ts'

/**
 * Matches of a word, as bits: atAll: the word or a synonym; literally: the word in the name; byMain: outside
 * accessories; byName: either in the name; inTitle: either in name or category (a synonym at the beginning); asKind: at
 * the beginning of the name.
 */
export const meets = { atAll: 1, literally: 2, byMain: 4, byName: 8, inTitle: 16, asKind: 32 } as const

export class SlotBits {
  readonly bits: Uint8Array
  readonly slots: number[] = []

  constructor(size: number) {
    this.bits = new Uint8Array(size)
  }

  add(slot: number, bits: number): void {
    const before = this.bits[slot] ?? 0
    if (before === 0) this.slots.push(slot)
    this.bits[slot] = before | bits
  }
}

export function matchName(index: WordIndex, { words, others }: SearchedName, size: number): SlotBits {
  const found = new SlotBits(size)
  const [word = ''] = words
  for (const lexemes of words.length === 1 ? lexemesOf(word) : [words.map(whole)])
    visitAll(index, lexemes, size, (slot, where) => {
      const bits =
        (where & places.anywhere ? meets.atAll : 0) |
        (where & places.name ? meets.literally | meets.byName : 0) |
        (where & places.main ? meets.byMain : 0) |
        (where & places.title ? meets.inTitle : 0) |
        (where & places.first ? meets.asKind : 0)
      if (bits !== 0) found.add(slot, bits)
    })
  // A synonym counts in name or category only, as specs mention much, and gives the kind only at the beginning of a
  // name.
  for (const other of others)
    visitAll(index, other.map(whole), size, (slot, where) => {
      const isKind = (where & places.first) !== 0 || (where & (places.title | places.name)) === places.title
      const bits =
        (where & places.title ? meets.atAll : 0) |
        (where & places.name ? meets.byName : 0) |
        (isKind ? meets.inTitle : 0) |
        (where & places.first ? meets.asKind : 0)
      if (bits !== 0) found.add(slot, bits)
    })
  return found
}

function whole(text: string): Lexeme {
  return { text, isBeginning: false }
}

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
      more.reduce(
        (where, { bits }) => where & ((bits[slot] ?? 0) | (bits[slot] ? places.first : 0)),
        found.bits[slot] ?? 0,
      ),
    )
}
