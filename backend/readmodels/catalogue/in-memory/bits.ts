// Sets of products as bits, which are quick to combine and to count. A product's index is its place in memory, from 0.
export type Bits = Uint32Array<ArrayBuffer>

export function noBits(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5)
}

export function hasBit(bits: Bits, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1
}

export function setBit(bits: Bits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31))
}

export function clearBit(bits: Bits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) & ~(1 << (index & 31))
}

/** Leaves in `bits` those that are in `others` too. */
export function intersect(bits: Bits, others: Bits): void {
  for (let nth = 0; nth < bits.length; nth++) bits[nth] = (bits[nth] ?? 0) & (others[nth] ?? 0)
}

export function unite(bits: Bits, others: Bits): void {
  const words = Math.min(bits.length, others.length)
  for (let nth = 0; nth < words; nth++) bits[nth] = (bits[nth] ?? 0) | (others[nth] ?? 0)
}

export function haveCommon(one: Bits, other: Bits): boolean {
  return one.some((word, nth) => (word & (other[nth] ?? 0)) !== 0)
}

export function countCommon(one: Bits, other: Bits): number {
  const words = Math.min(one.length, other.length)
  let count = 0
  for (let nth = 0; nth < words; nth++) {
    // Adds up neighbouring bits, pairs, and halves of bytes; the product's highest byte is the sum of all bytes.
    let bits = (one[nth] ?? 0) & (other[nth] ?? 0)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

export function eachBit(bits: Bits, visit: (index: number) => void): void {
  for (let nth = 0; nth < bits.length; nth++)
    for (let left = bits[nth] ?? 0; left !== 0; left &= left - 1) visit(32 * nth + 31 - Math.clz32(left & -left))
}

/** Longer lists take more memory than bits, and more time to count. */
const mostListed = 1024

/** A set that changes: a list while it is small, then bits. */
export class IndexSet {
  size = 0
  #list: number[] | null = []
  #bits: Bits = noBits(0)

  /** An index that is not in yet. */
  add(index: number): void {
    this.size++
    this.#list?.push(index)
    if (this.#list && this.size <= mostListed) return
    const added = this.#list ?? [index]
    this.#list = null
    for (const each of added) {
      if (each >>> 5 >= this.#bits.length) this.#grow(each)
      setBit(this.#bits, each)
    }
  }

  remove(index: number): void {
    this.size--
    if (this.#list) this.#list.splice(this.#list.indexOf(index), 1)
    else clearBit(this.#bits, index)
  }

  addTo(bits: Bits): void {
    if (this.#list) for (const index of this.#list) setBit(bits, index)
    else unite(bits, this.#bits)
  }

  countIn(bits: Bits): number {
    if (!this.#list) return countCommon(this.#bits, bits)
    let count = 0
    for (const index of this.#list) if (hasBit(bits, index)) count++
    return count
  }

  #grow(index: number): void {
    const larger = noBits(index + (index >>> 2) + 1024)
    larger.set(this.#bits)
    this.#bits = larger
  }
}
