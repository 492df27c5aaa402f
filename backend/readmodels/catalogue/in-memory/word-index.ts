// Indexes words of products with their places: name, its beginning, accessories, category, specs.
import { type Lexeme, slipsOf, wordsOf } from '#backend/readmodels/catalogue/search-words.ts'
import { withRoom } from './columns.ts'

/**
 * Places of a word, as bits. main: in the name, outside accessories ('con disipador'). first: at the beginning of the
 * name. title: in name or category. anywhere: also in the specs.
 */
export const places = { anywhere: 1, title: 2, name: 4, first: 8, main: 16 } as const
const placeBits = 5
const placeMask = (1 << placeBits) - 1

export type Described = { name: string; category: string; specs: readonly { name: string; value: string }[] }

/** A word's products with places: a single entry for most words, which are model numbers, else `size` entries. */
type Posting = number | { entries: Int32Array<ArrayBuffer>; size: number }
const none = -1

const mostRemembered = 20_000

export class WordIndex {
  readonly #numbers = new Map<string, number>()
  readonly #words: string[] = []
  readonly #postings: Posting[] = []
  #sorted: string[] | undefined
  /** Words of names and categories by their remains after one deletion. */
  readonly #slips = new Map<string, string[]>()
  readonly #titleWords = new Set<string>()
  readonly #remembered = new Map<string, readonly string[]>()

  get bytes(): number {
    return this.#postings.reduce<number>(
      (sum, each) => sum + (typeof each === 'number' ? 8 : 160 + each.entries.byteLength),
      0,
    )
  }

  get size(): number {
    return this.#words.length
  }

  add(index: number, product: Described): void {
    for (const [word, where] of this.#placesOf(product))
      this.#enter(this.#numberOf(word), (index << placeBits) | where, word)
  }

  remove(index: number, product: Described): void {
    for (const word of this.#placesOf(product).keys()) this.#strike(this.#numbers.get(word) ?? none, index)
  }

  forget(): void {
    this.#remembered.clear()
  }

  /** Calls `hit` for each product with the word; a prefix may report one product repeatedly. */
  visit(lexeme: Lexeme, hit: (index: number, where: number) => void): void {
    for (const word of lexeme.isBeginning ? this.#beginningWith(lexeme.text) : [lexeme.text]) {
      const posting = this.#postings[this.#numbers.get(word) ?? none]
      if (posting === undefined || posting === none) continue
      if (typeof posting === 'number') hit(posting >> placeBits, posting & placeMask)
      else
        for (let nth = 0; nth < posting.size; nth++) {
          const entry = posting.entries[nth] ?? 0
          hit(entry >> placeBits, entry & placeMask)
        }
    }
  }

  wordsNear(slips: readonly string[]): ReadonlySet<string> {
    return new Set(slips.flatMap((left) => this.#slips.get(left) ?? []))
  }

  count(word: string): number {
    const posting = this.#postings[this.#numbers.get(word) ?? none] ?? none
    return typeof posting === 'number' ? Number(posting !== none) : posting.size
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    this.#numbers.set(word, this.#words.length)
    this.#postings.push(none)
    this.#sorted?.splice(placeOf(this.#sorted, word), 0, word)
    return this.#words.push(word) - 1
  }

  #enter(number: number, entry: number, word: string): void {
    if ((entry & places.title) !== 0 && !this.#titleWords.has(word)) this.#noteSlips(word)
    const posting = this.#postings[number] ?? none
    if (posting === none) this.#postings[number] = entry
    else if (typeof posting === 'number') this.#postings[number] = { entries: Int32Array.of(posting, entry), size: 2 }
    else {
      posting.entries = withRoom(posting.entries, posting.size + 1)
      posting.entries[posting.size++] = entry
    }
  }

  #noteSlips(word: string): void {
    this.#titleWords.add(word)
    for (const left of slipsOf(word)) {
      const known = this.#slips.get(left)
      if (!known) this.#slips.set(left, [word])
      else known.push(word)
    }
  }

  #strike(number: number, index: number): void {
    const posting = this.#postings[number]
    if (posting === undefined) return
    if (typeof posting === 'number') {
      if (posting >> placeBits === index) this.#postings[number] = none
      return
    }
    const { entries, size } = posting
    const at = entries.findIndex((entry, nth) => nth < size && entry >> placeBits === index)
    if (at < 0) return
    entries[at] = entries[size - 1] ?? 0
    posting.size--
  }

  #beginningWith(text: string): string[] {
    this.#sorted ??= this.#words.toSorted(byCode)
    const from = placeOf(this.#sorted, text)
    let to = from
    while (this.#sorted[to]?.startsWith(text)) to++
    return this.#sorted.slice(from, to)
  }

  #placesOf({ name, category, specs }: Described): Map<string, number> {
    const found = new Map<string, number>()
    const add = (words: readonly string[], where: number) => {
      for (const word of words) found.set(word, (found.get(word) ?? 0) | where)
    }
    const own = wordsOf(name)
    for (const spec of specs) add(this.#wordsOf(`${spec.name} ${spec.value}`), places.anywhere)
    add(this.#wordsOf(category), places.anywhere | places.title)
    add(own, places.anywhere | places.title | places.name)
    add(wordsOf(name.replace(/\s(con|para)\s.*/i, '')), places.main)
    add(own.slice(0, 1), places.first)
    return found
  }

  #wordsOf(text: string): readonly string[] {
    const known = this.#remembered.get(text)
    if (known) return known
    const words = wordsOf(text)
    if (this.#remembered.size < mostRemembered) this.#remembered.set(text, words)
    return words
  }
}

function byCode(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function placeOf(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? '') < text) from = middle + 1
    else to = middle
  }
  return from
}
