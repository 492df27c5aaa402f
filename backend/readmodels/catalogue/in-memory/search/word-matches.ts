import { type Lexeme, lexemesOf } from '#backend/readmodels/catalogue/search-words.ts'
import type { SearchedName } from '#backend/readmodels/synonyms/synonyms.ts'
import { places, type WordIndex } from './word-index.ts'

/** Beside `places`: the word itself in the name, and no synonym. */
export const literally = 64

/** Bits by index, and the indexes that have any. */
export class MatchBits {
  readonly bits: Uint8Array
  readonly indexes: number[] = []
  /** Bits that some index has. */
  any = 0

  constructor(size: number) {
    this.bits = new Uint8Array(size)
  }

  add(index: number, bits: number): void {
    const before = this.bits[index] ?? 0
    if (before === 0 && bits !== 0) this.indexes.push(index)
    this.bits[index] = before | bits
    this.any |= bits
  }
}

export function matchName(wordIndex: WordIndex, { words, others }: SearchedName, size: number): MatchBits {
  const found = new MatchBits(size)
  const [word = ''] = words
  for (const lexemes of words.length === 1 ? lexemesOf(word) : [words.map(whole)])
    visitAll(wordIndex, lexemes, size, (index, where) =>
      found.add(index, where & places.name ? where | literally : where),
    )
  for (const other of others)
    visitAll(wordIndex, other.map(whole), size, (index, where) => found.add(index, asSynonym(where)))
  return found
}

/** A synonym counts in name or category only, as specs mention much, and gives the kind only at the beginning of a name. */
function asSynonym(where: number): number {
  const isKind = (where & places.first) !== 0 || (where & (places.title | places.name)) === places.title
  return (
    (where & places.title ? places.anywhere : 0) | (isKind ? places.title : 0) | (where & (places.name | places.first))
  )
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
