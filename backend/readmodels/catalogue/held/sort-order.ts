// The products in each order that a list may have, kept sorted while they change.
import { withRoom } from './columns.ts'

/** Negative: the first comes before the second; never 0 for two products. */
export type Comparison = (slot: number, other: number) => number

/** One product in so many, or fewer, are sorted quicker by themselves than picked from all in their order. */
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

  /** All slots in this order. */
  get slots(): Int32Array {
    if (!this.#isSorted) this.#slots.subarray(0, this.#size).sort(this.#compare)
    this.#isSorted = true
    return this.#slots.subarray(0, this.#size)
  }

  /** These products in this order; size: how many products there are. */
  sorted(members: Int32Array, size: number): Int32Array {
    if (members.length * fewForOrder < size) return members.slice().sort(this.#compare)
    const isMember = new Uint8Array(size)
    for (const slot of members) isMember[slot] = 1
    return this.slots.filter((slot) => isMember[slot] === 1)
  }

  /** Takes in a product that is new. All at once, it is cheaper to say so and have them sorted when they are asked for. */
  add(slot: number, isOneOfMany: boolean): void {
    this.#slots = withRoom(this.#slots, this.#size + 1)
    this.#slots[this.#size++] = slot
    if (isOneOfMany || !this.#isSorted) this.#isSorted = false
    else this.#settle(this.#size - 1)
  }

  /** To be called before what a product is compared by changes, with what changes it. */
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

  /** Brings the last one to its place among the others, which are sorted. */
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
