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

/** Bits by index, and the indexes that have any. */
export class MatchBits {
  readonly bits: Uint8Array
  readonly indexes: number[] = []

  constructor(size: number) {
    this.bits = new Uint8Array(size)
  }

  add(index: number, bits: number): void {
    const before = this.bits[index] ?? 0
    if (before === 0 && bits !== 0) this.indexes.push(index)
    this.bits[index] = before | bits
  }
}

export function matchName(wordIndex: WordIndex, { words, others }: SearchedName, size: number): MatchBits {
  const found = new MatchBits(size)
  const [word = ''] = words
  for (const lexemes of words.length === 1 ? lexemesOf(word) : [words.map(whole)])
    visitAll(wordIndex, lexemes, size, (index, where) =>
      found.add(
        index,
        (where & places.anywhere ? meets.atAll : 0) |
          (where & places.name ? meets.literally | meets.byName : 0) |
          (where & places.main ? meets.byMain : 0) |
          (where & places.title ? meets.inTitle : 0) |
          (where & places.first ? meets.asKind : 0),
      ),
    )
  // A synonym counts in name or category only, as specs mention much, and gives the kind only at the beginning of a
  // name.
  for (const other of others)
    visitAll(wordIndex, other.map(whole), size, (index, where) => {
      const isKind = (where & places.first) !== 0 || (where & (places.title | places.name)) === places.title
      found.add(
        index,
        (where & places.title ? meets.atAll : 0) |
          (where & places.name ? meets.byName : 0) |
          (isKind ? meets.inTitle : 0) |
          (where & places.first ? meets.asKind : 0),
      )
    })
  return found
}

function whole(text: string): Lexeme {
  return { text, isBeginning: false }
}

/** Calls `hit` for each product with all words, with the places that they share; of several only the first must stand at the beginning. */
function visitAll(
  wordIndex: WordIndex,
  lexemes: readonly Lexeme[],
  size: number,
  hit: (index: number, where: number) => void,
): void {
  const [first, ...others] = lexemes
  if (first && others.length === 0) {
    wordIndex.visit(first, hit)
    return
  }
  const [found, ...more] = lexemes.map((lexeme) => {
    const each = new MatchBits(size)
    wordIndex.visit(lexeme, (index, where) => each.add(index, where))
    return each
  })
  for (const index of found?.indexes ?? []) {
    let where = found?.bits[index] ?? 0
    for (const { bits } of more) where &= (bits[index] ?? 0) | (bits[index] ? places.first : 0)
    hit(index, where)
  }
}
