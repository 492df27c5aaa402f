// Narrows products by tests, and remembers those that fail a single one: a facet counts these, too.
import { active, type Column, type HeldProducts } from '#backend/readmodels/catalogue/held/held-products.ts'

/** A number lies in a range (NaN in none), it is one whose place in `chosen` is 1, or a function says. */
export type SlotTest =
  | { column: Column; from: number; to: number }
  | { column: Int32Array; chosen: Uint8Array }
  | ((slot: number) => boolean)

const passed = 0
const severalFailed = 255
/** All slots in their order; grows with the catalogue. */
let everySlot = new Int32Array()

function slotsUpTo(size: number): Int32Array {
  if (everySlot.length < size) everySlot = Int32Array.from({ length: size * 2 }, (_, slot) => slot)
  return everySlot.subarray(0, size)
}

/** Its loops run over the whole catalogue for each new question: plain ones are several times as quick as for…of here. */
export class Narrowing {
  #slots: Int32Array
  /** By place in #slots: the number of the test that the product failed, from 1. */
  #failed: Uint8Array
  #tests = passed

  /** candidates: null for all products. Products that are not sold are out from the start. */
  constructor({ columns: { states }, size }: HeldProducts, candidates: Int32Array | null) {
    const slots = candidates ?? slotsUpTo(size)
    const failed = new Uint8Array(slots.length)
    for (let nth = 0; nth < slots.length; nth++)
      if (((states[slots[nth] ?? 0] ?? 0) & active) === 0) failed[nth] = severalFailed
    this.#slots = slots
    this.#failed = failed
  }

  /** Returns the number of the test. */
  apply(test: SlotTest): number {
    const number = ++this.#tests
    const [slots, failed] = [this.#slots, this.#failed]
    if (typeof test === 'function') {
      for (let nth = 0; nth < slots.length; nth++)
        if (!test(slots[nth] ?? 0)) failed[nth] = failed[nth] === passed ? number : severalFailed
    } else if ('chosen' in test) {
      const { column, chosen } = test
      for (let nth = 0; nth < slots.length; nth++)
        if (chosen[column[slots[nth] ?? 0] ?? -1] !== 1) failed[nth] = failed[nth] === passed ? number : severalFailed
    } else {
      const { column, from, to } = test
      for (let nth = 0; nth < slots.length; nth++) {
        const value = column[slots[nth] ?? 0] ?? 0
        if (!(value >= from && value <= to)) failed[nth] = failed[nth] === passed ? number : severalFailed
      }
    }
    return number
  }

  /** How many of the products that passed so far have each number in the column. */
  tally(column: Int32Array, size: number): Int32Array {
    const [slots, failed] = [this.#slots, this.#failed]
    const counts = new Int32Array(size)
    for (let nth = 0; nth < slots.length; nth++) {
      if (failed[nth] !== passed) continue
      const number = column[slots[nth] ?? 0] ?? 0
      counts[number] = (counts[number] ?? 0) + 1
    }
    return counts
  }

  /** Drops the products that have another number in the column. */
  keep(column: Int32Array, wanted: number): void {
    const [slots, failed] = [this.#slots, this.#failed]
    const kept = new Int32Array(slots.length)
    const failedKept = new Uint8Array(slots.length)
    let size = 0
    for (let nth = 0; nth < slots.length; nth++) {
      if (column[slots[nth] ?? 0] !== wanted) continue
      failedKept[size] = failed[nth] ?? passed
      kept[size++] = slots[nth] ?? 0
    }
    this.#slots = kept.subarray(0, size)
    this.#failed = failedKept.subarray(0, size)
  }

  /** The products in their order, by the number of the only test that they failed; at 0 those that passed all. */
  split(): Int32Array[] {
    const [slots, failed] = [this.#slots, this.#failed]
    const totals = new Int32Array(severalFailed + 1)
    for (let nth = 0; nth < slots.length; nth++) {
      const number = failed[nth] ?? passed
      totals[number] = (totals[number] ?? 0) + 1
    }
    const lists = Array.from(totals.subarray(0, this.#tests + 1), (total) => new Int32Array(total))
    totals.fill(0)
    for (let nth = 0; nth < slots.length; nth++) {
      const number = failed[nth] ?? passed
      const list = lists[number]
      if (!list) continue
      const size = totals[number] ?? 0
      list[size] = slots[nth] ?? 0
      totals[number] = size + 1
    }
    return lists
  }
}
