// Keeps products sorted in each order of a list.
import { withRoom } from './columns.ts'

export type Comparison = (slot: number, other: number) => number

const fewForOrder = 32

export class SortOrder {
  readonly #compare: Comparison
  #slots = new Int32Array(64)
  #size = 0
  #isSorted = true

  constructor(compare: Comparison) {
    this.#compare = compare
  }

  get bytes(): number {
    return this.#slots.byteLength
  }

  get slots(): Int32Array {
    if (!this.#isSorted) this.#slots.subarray(0, this.#size).sort(this.#compare)
    this.#isSorted = true
    return this.#slots.subarray(0, this.#size)
  }

  sorted(members: Int32Array, size: number): Int32Array {
    if (members.length * fewForOrder < size) return members.slice().sort(this.#compare)
    const isMember = new Uint8Array(size)
    for (const slot of members) isMember[slot] = 1
    return this.slots.filter((slot) => isMember[slot] === 1)
  }

  /** Adds a new product; with many at once, leaves sorting to the next read. */
  add(slot: number, isOneOfMany: boolean): void {
    this.#slots = withRoom(this.#slots, this.#size + 1)
    this.#slots[this.#size++] = slot
    if (isOneOfMany || !this.#isSorted) this.#isSorted = false
    else this.#settle(this.#size - 1)
  }

  /** Wrap a change of a product's sort fields in this call. */
  move(slot: number, change: () => void): void {
    if (!this.#isSorted) {
      change()
      return
    }
    const at = this.#slots.subarray(0, this.#size).indexOf(slot)
    this.#slots.copyWithin(at, at + 1, this.#size)
    this.#slots[this.#size - 1] = slot
    change()
    this.#settle(this.#size - 1)
  }

  /** Moves the last product to its place among the sorted others. */
  #settle(last: number): void {
    const slot = this.#slots[last] ?? 0
    let [from, to] = [0, last]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#compare(this.#slots[middle] ?? 0, slot) < 0) from = middle + 1
      else to = middle
    }
    this.#slots.copyWithin(from + 1, from, last)
    this.#slots[from] = slot
  }
}
