// Indexes words of products with their places: name, its beginning, accessories, category, specs.
import type { PlacedItem } from '#backend/readmodels/catalogue/in-memory/placed-item.ts'
import { type Lexeme, slipsOf, wordsOf } from '#backend/readmodels/catalogue/search-words.ts'

/**
 * Places of a word, as bits. main: in the name, outside accessories ('con disipador'). first: at the beginning of the
 * name. title: in name or category. anywhere: also in the specs. value: a number with its unit that is an attribute's value.
 */
export const places = { anywhere: 1, title: 2, name: 4, first: 8, main: 16, value: 32 } as const
const placeBits = 6
const placeMask = (1 << placeBits) - 1

type Described = Pick<PlacedItem, 'name' | 'category' | 'specs' | 'shownSheet' | 'numbers' | Code>
type Code = 'brand' | 'sku' | 'mpn' | 'ean'

export class WordIndex {
  /** By word a number for each product: its index, and behind it the places. */
  readonly #products = new Map<string, number[]>()
  #sorted: string[] | undefined
  /** Words of names and categories by their remains after one deletion. */
  readonly #slips = new Map<string, string[]>()
  readonly #titleWords = new Set<string>()

  /** Returns false if its texts are those of before. */
  put(index: number, product: Described, before: Described | undefined): boolean {
    if (before && textsOf(before) === textsOf(product)) return false
    if (before) for (const word of placesOf(before).keys()) this.#remove(word, index)
    for (const [word, where] of placesOf(product)) this.#add(word, index, where)
    return true
  }

  /** Calls `hit` for each product with the word; a prefix may report one product repeatedly. */
  visit(lexeme: Lexeme, hit: (index: number, where: number) => void): void {
    for (const word of lexeme.isBeginning ? this.#beginningWith(lexeme.text) : [lexeme.text])
      for (const each of this.#products.get(word) ?? []) hit(each >> placeBits, each & placeMask)
  }

  wordsNear(slips: readonly string[]): ReadonlySet<string> {
    return new Set(slips.flatMap((left) => this.#slips.get(left) ?? []))
  }

  count(word: string): number {
    return this.#products.get(word)?.length ?? 0
  }

  #add(word: string, index: number, where: number): void {
    if ((where & places.title) !== 0 && !this.#titleWords.has(word)) this.#noteSlips(word)
    const entry = (index << placeBits) | where
    const found = this.#products.get(word)
    if (found) {
      found.push(entry)
      return
    }
    this.#products.set(word, [entry])
    this.#sorted?.splice(placeOf(this.#sorted, word), 0, word)
  }

  #remove(word: string, index: number): void {
    const found = this.#products.get(word) ?? []
    this.#products.set(
      word,
      found.filter((entry) => entry >> placeBits !== index),
    )
  }

  #noteSlips(word: string): void {
    this.#titleWords.add(word)
    for (const left of slipsOf(word)) {
      const known = this.#slips.get(left)
      if (!known) this.#slips.set(left, [word])
      else known.push(word)
    }
  }

  #beginningWith(text: string): string[] {
    this.#sorted ??= [...this.#products.keys()].sort()
    const from = placeOf(this.#sorted, text)
    let to = from
    while (this.#sorted[to]?.startsWith(text)) to++
    return this.#sorted.slice(from, to)
  }
}

function textsOf({ name, category, specs, shownSheet, numbers, brand, sku, mpn, ean }: Described): string {
  return JSON.stringify([name, category, specs, shownSheet, numbers, brand, sku, mpn, ean])
}

function placesOf({ name, category, specs, shownSheet, numbers, ...codes }: Described): Map<string, number> {
  const found = new Map<string, number>()
  const add = (words: readonly string[], where: number) => {
    for (const word of words) found.set(word, (found.get(word) ?? 0) | where)
  }
  const own = wordsOf(name)
  for (const word of numbers) add([word], places.anywhere | places.value)
  add(wordsOf([codes.brand, codes.sku, codes.mpn, codes.ean].join(' ')), places.anywhere)
  for (const row of shownSheet) if (row.key && row.value) add(wordsOf(`${row.name} ${row.value}`), places.anywhere)
  for (const spec of specs) add(wordsOf(`${spec.name} ${spec.value}`), places.anywhere)
  add(wordsOf(category), places.anywhere | places.title)
  add(own, places.anywhere | places.title | places.name)
  add(wordsOf(name.replace(/\s(con|para)\s.*/i, '')), places.main)
  add(own.slice(0, 1), places.first)
  return found
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
