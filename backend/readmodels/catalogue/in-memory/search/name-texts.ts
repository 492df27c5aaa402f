// Finds names by a part of them, by the runs of three letters in both.
import { searchText } from '#backend/readmodels/catalogue/catalogue-text.ts'
import { type Bits, eachBit, intersect, noBits, setBit } from '#backend/readmodels/catalogue/in-memory/bits.ts'
import type { PlacedItem } from '#backend/readmodels/catalogue/in-memory/placed-item.ts'
import { ValueSets } from '#backend/readmodels/catalogue/in-memory/value-sets.ts'

const runLength = 3

export class NameTexts {
  readonly #texts: string[] = []
  readonly #runs = new ValueSets(({ name }) => runsOf(searchText(name)))

  /** Returns false if the name is the one of before. */
  put(index: number, item: PlacedItem, before: PlacedItem | undefined): boolean {
    if (item.name === before?.name) return false
    this.#texts[index] = searchText(item.name)
    this.#runs.put(index, item, before)
    return true
  }

  containing(text: string): Bits {
    const found = noBits(this.#texts.length)
    const check = (index: number) => {
      if (this.#texts[index]?.includes(text)) setBit(found, index)
    }
    const [first, ...others] = runsOf(text)
    if (first === undefined) for (let index = 0; index < this.#texts.length; index++) check(index)
    else {
      const candidates = this.#runs.having([first], this.#texts.length)
      for (const run of others) intersect(candidates, this.#runs.having([run], this.#texts.length))
      eachBit(candidates, check)
    }
    return found
  }

  begins(index: number, text: string): boolean {
    return this.#texts[index]?.startsWith(text) ?? false
  }
}

function runsOf(text: string): string[] {
  const runs = new Set<string>()
  for (let at = 0; at + runLength <= text.length; at++) runs.add(text.slice(at, at + runLength))
  return [...runs]
}
