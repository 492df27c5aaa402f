// Sets of products by value, apart for each category, so that counting one category's values does not look at the others.
import type { Bits } from './bits.ts'
import type { PlacedItem } from './placed-item.ts'
import { ValueSets } from './value-sets.ts'

export class CategorySets {
  readonly #valuesOf: (item: PlacedItem) => readonly string[]
  readonly #sets = new Map<string, ValueSets>()

  /** `valuesOf`: distinct ones. */
  constructor(valuesOf: (item: PlacedItem) => readonly string[]) {
    this.#valuesOf = valuesOf
  }

  /** Returns false if the product's category and values are those of before. */
  put(index: number, item: PlacedItem, before: PlacedItem | undefined): boolean {
    const is = this.#valuesOf(item)
    if (before?.category === item.category) return this.#of(item.category).move(index, this.#valuesOf(before), is)
    if (before) this.#of(before.category).move(index, this.#valuesOf(before), [])
    return this.#of(item.category).move(index, [], is)
  }

  /** Products of the category with any of the values. `size`: of the catalogue. */
  having(category: string, values: readonly string[], size: number): Bits {
    return this.#of(category).having(values, size)
  }

  /** How many of these products have each value with this beginning, if any has it. */
  countIn(category: string, indexes: Bits, beginning = ''): { name: string; count: number }[] {
    return this.#of(category).countIn(indexes, beginning)
  }

  namesIn(category: string, beginning: string): string[] {
    return this.#of(category).namesOf(beginning)
  }

  #of(category: string): ValueSets {
    const known = this.#sets.get(category)
    if (known) return known
    const sets = new ValueSets(this.#valuesOf)
    this.#sets.set(category, sets)
    return sets
  }
}

const separator = '\u0000'

/** A value of a property; without a value the beginning of all of them. */
export function keyOf(property: string, value = ''): string {
  return property + separator + value
}

/** The inverse of keyOf. */
export function partsOf(key: string): [property: string, value: string] {
  const at = key.indexOf(separator)
  return [key.slice(0, at), key.slice(at + 1)]
}
