// Narrows products by tests, and remembers those that fail a single one: a facet counts these, too.
import { active, type Column, type InMemoryProducts } from '#backend/readmodels/catalogue/in-memory/products.ts'

/** A number lies in a range (NaN in none), it is one whose place in `chosen` is 1, or a function says. */
export type ProductTest =
  | { column: Column; from: number; to: number }
  | { column: Int32Array; chosen: Uint8Array }
  | ((index: number) => boolean)

const passed = 0
const severalFailed = 255
/** All indexes in their order; grows with the catalogue. */
let allIndexes = new Int32Array()

function indexesUpTo(size: number): Int32Array {
  if (allIndexes.length < size) allIndexes = Int32Array.from({ length: size * 2 }, (_, index) => index)
  return allIndexes.subarray(0, size)
}

/** Its loops run over the whole catalogue for each new question: plain ones are several times as quick as for…of here. */
export class Narrowing {
  #indexes: Int32Array
  /** By place in #indexes: the number of the test that the product failed, from 1. */
  #failed: Uint8Array
  #tests = passed

  /** candidates: null for all products. Products that are not sold are out from the start. */
  constructor({ columns: { states }, size }: InMemoryProducts, candidates: Int32Array | null) {
    const indexes = candidates ?? indexesUpTo(size)
    const failed = new Uint8Array(indexes.length)
    for (let nth = 0; nth < indexes.length; nth++)
      if (((states[indexes[nth] ?? 0] ?? 0) & active) === 0) failed[nth] = severalFailed
    this.#indexes = indexes
    this.#failed = failed
  }

  /** Returns the number of the test. */
  apply(test: ProductTest): number {
    const number = ++this.#tests
    const [indexes, failed] = [this.#indexes, this.#failed]
    if (typeof test === 'function') {
      for (let nth = 0; nth < indexes.length; nth++)
        if (!test(indexes[nth] ?? 0)) failed[nth] = failed[nth] === passed ? number : severalFailed
    } else if ('chosen' in test) {
      const { column, chosen } = test
      for (let nth = 0; nth < indexes.length; nth++)
        if (chosen[column[indexes[nth] ?? 0] ?? -1] !== 1) failed[nth] = failed[nth] === passed ? number : severalFailed
    } else {
      const { column, from, to } = test
      for (let nth = 0; nth < indexes.length; nth++) {
        const value = column[indexes[nth] ?? 0] ?? 0
        if (!(value >= from && value <= to)) failed[nth] = failed[nth] === passed ? number : severalFailed
      }
    }
    return number
  }

  /** How many of the products that passed so far have each number in the column. */
  countPassed(column: Int32Array, size: number): Int32Array {
    const [indexes, failed] = [this.#indexes, this.#failed]
    const counts = new Int32Array(size)
    for (let nth = 0; nth < indexes.length; nth++) {
      if (failed[nth] !== passed) continue
      const number = column[indexes[nth] ?? 0] ?? 0
      counts[number] = (counts[number] ?? 0) + 1
    }
    return counts
  }

  /** Drops the products that have another number in the column. */
  keep(column: Int32Array, wanted: number): void {
    const [indexes, failed] = [this.#indexes, this.#failed]
    const left = new Int32Array(indexes.length)
    const failedLeft = new Uint8Array(indexes.length)
    let size = 0
    for (let nth = 0; nth < indexes.length; nth++) {
      if (column[indexes[nth] ?? 0] !== wanted) continue
      failedLeft[size] = failed[nth] ?? passed
      left[size++] = indexes[nth] ?? 0
    }
    this.#indexes = left.subarray(0, size)
    this.#failed = failedLeft.subarray(0, size)
  }

  /** The products in their order, by the number of the only test that they failed; at 0 those that passed all. */
  split(): Int32Array[] {
    const [indexes, failed] = [this.#indexes, this.#failed]
    const totals = new Int32Array(severalFailed + 1)
    for (let nth = 0; nth < indexes.length; nth++) {
      const number = failed[nth] ?? passed
      totals[number] = (totals[number] ?? 0) + 1
    }
    const lists = Array.from(totals.subarray(0, this.#tests + 1), (total) => new Int32Array(total))
    totals.fill(0)
    for (let nth = 0; nth < indexes.length; nth++) {
      const number = failed[nth] ?? passed
      const list = lists[number]
      if (!list) continue
      const size = totals[number] ?? 0
      list[size] = indexes[nth] ?? 0
      totals[number] = size + 1
    }
    return lists
  }
}
