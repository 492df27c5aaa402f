// Keeps products sorted in each order of a list.
import { withRoom } from './columns.ts'

export type Comparison = (index: number, other: number) => number

const fewForOrder = 32

export class SortOrder {
  readonly #compare: Comparison
  #indexes = new Int32Array(64)
  #size = 0
  #isSorted = true

  constructor(compare: Comparison) {
    this.#compare = compare
  }

  get bytes(): number {
    return this.#indexes.byteLength
  }

  get indexes(): Int32Array {
    if (!this.#isSorted) this.#indexes.subarray(0, this.#size).sort(this.#compare)
    this.#isSorted = true
    return this.#indexes.subarray(0, this.#size)
  }

  sorted(members: Int32Array, size: number): Int32Array {
    if (members.length * fewForOrder < size) return members.slice().sort(this.#compare)
    const isMember = new Uint8Array(size)
    for (const index of members) isMember[index] = 1
    return this.indexes.filter((index) => isMember[index] === 1)
  }

  /** Adds a new product; with many at once, leaves sorting to the next read. */
  add(index: number, isOneOfMany: boolean): void {
    this.#indexes = withRoom(this.#indexes, this.#size + 1)
    this.#indexes[this.#size++] = index
    if (isOneOfMany || !this.#isSorted) this.#isSorted = false
    else this.#settle(this.#size - 1)
  }

  /** Wrap a change of a product's sort fields in this call. */
  move(index: number, change: () => void): void {
    if (!this.#isSorted) {
      change()
      return
    }
    const at = this.#indexes.subarray(0, this.#size).indexOf(index)
    this.#indexes.copyWithin(at, at + 1, this.#size)
    this.#indexes[this.#size - 1] = index
    change()
    this.#settle(this.#size - 1)
  }

  /** Moves the last product to its place among the sorted others. */
  #settle(last: number): void {
    const index = this.#indexes[last] ?? 0
    let [from, to] = [0, last]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#compare(this.#indexes[middle] ?? 0, index) < 0) from = middle + 1
      else to = middle
    }
    this.#indexes.copyWithin(from + 1, from, last)
    this.#indexes[from] = index
  }
}
