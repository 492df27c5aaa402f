import { type Bits, IndexSet, noBits } from './bits.ts'
import type { PlacedItem } from './placed-item.ts'

export class ValueSets {
  readonly #valuesOf: (item: PlacedItem) => readonly string[]
  readonly #sets = new Map<string, IndexSet>()

  /** `valuesOf`: distinct ones; without any the product is in no set. */
  constructor(valuesOf: (item: PlacedItem) => readonly string[]) {
    this.#valuesOf = valuesOf
  }

  /** Returns false if the product's values are those of before, in the same order. */
  put(index: number, item: PlacedItem | undefined, before: PlacedItem | undefined): boolean {
    const was = before ? this.#valuesOf(before) : []
    const is = item ? this.#valuesOf(item) : []
    if (was.length === is.length && was.every((value, nth) => value === is[nth])) return false
    for (const value of was) this.#remove(value, index)
    for (const value of is) this.#add(value, index)
    return true
  }

  has(value: string): boolean {
    return this.#sets.has(value)
  }

  /** Products with any of the values. `size`: of the catalogue. */
  having(values: readonly string[], size: number): Bits {
    const indexes = noBits(size)
    for (const value of values) this.#sets.get(value)?.addTo(indexes)
    return indexes
  }

  /** How many of these products have each value with this beginning, if any has it. */
  countIn(indexes: Bits, beginning = ''): { name: string; count: number }[] {
    return [...this.#sets].flatMap(([name, set]) => {
      const count = name.startsWith(beginning) ? set.countIn(indexes) : 0
      return count > 0 ? [{ name, count }] : []
    })
  }

  namesOf(beginning: string): string[] {
    return [...this.#sets.keys()].filter((name) => name.startsWith(beginning))
  }

  #add(value: string, index: number): void {
    const set = this.#sets.get(value) ?? new IndexSet()
    set.add(index)
    this.#sets.set(value, set)
  }

  #remove(value: string, index: number): void {
    const set = this.#sets.get(value)
    set?.remove(index)
    if (set?.size === 0) this.#sets.delete(value)
  }
}
