// Keeps a number or text of each product, and the products in its order; ties in the order of their ids.
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { type Bits, clearBit, hasBit, noBits } from './bits.ts'

export class Column<Key> {
  readonly keys: Key[] = []
  readonly #keyOf: (item: CatalogueItem) => Key

  constructor(keyOf: (item: CatalogueItem) => Key) {
    this.#keyOf = keyOf
  }

  /** Returns false if the product's key is that of before. */
  put(index: number, item: CatalogueItem): boolean {
    const key = this.#keyOf(item)
    if (index < this.keys.length && Object.is(this.keys[index], key)) return false
    this.keys[index] = key
    return true
  }
}

export class SortOrder<Key extends number | string> extends Column<Key> {
  readonly #ids: Column<number>
  readonly #indexes: number[] = []
  /** The first question after a change sorts, within a few milliseconds since the list is nearly in order. */
  #isSorted = false

  constructor(keyOf: (item: CatalogueItem) => Key, ids: Column<number>) {
    super(keyOf)
    this.#ids = ids
  }

  #sort(): void {
    if (!this.#isSorted) this.#indexes.sort((index, other) => this.#compare(index, other))
    this.#isSorted = true
  }

  override put(index: number, item: CatalogueItem): boolean {
    const isNew = index >= this.keys.length
    if (!super.put(index, item)) return false
    if (isNew) this.#indexes.push(index)
    this.#isSorted = false
    return true
  }

  /** Some of the members in this order, or from its end: `most` of them after the first `from`. */
  page(members: Bits, from: number, most: number, isBackwards = false): number[] {
    this.#sort()
    const indexes = this.#indexes
    const found: number[] = []
    let left = from
    for (let nth = 0; nth < indexes.length && found.length < most; nth++) {
      const index = indexes[isBackwards ? indexes.length - 1 - nth : nth] ?? 0
      if (hasBit(members, index) && --left < 0) found.push(index)
    }
    return found
  }

  /** Walks through the products outside only, from both ends. */
  within(least: Key, most: Key): Bits {
    this.#sort()
    const inside = noBits(this.keys.length).fill(~0)
    const indexes = this.#indexes
    const keyAt = (nth: number) => this.keys[indexes[nth] ?? 0] as Key
    let last = indexes.length - 1
    for (let nth = 0; nth <= last && keyAt(nth) < least; nth++) clearBit(inside, indexes[nth] ?? 0)
    for (; last >= 0 && keyAt(last) > most; last--) clearBit(inside, indexes[last] ?? 0)
    return inside
  }

  #compare(index: number, other: number): number {
    const [one = 0, two = 0] = [this.keys[index], this.keys[other]]
    if (one === two) return (this.#ids.keys[index] ?? 0) - (this.#ids.keys[other] ?? 0)
    return one < two ? -1 : 1
  }
}
