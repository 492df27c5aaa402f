// Sets of products as bits say the same as plain sets of numbers.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bits, countCommon, eachBit, haveCommon, IndexSet, intersect, noBits, setBit, unite } from './bits.ts'

/** Above it a changing set goes from a list to bits. */
const size = 3000
const all = Array.from({ length: size }, (_, index) => index)
const some = fc.shuffledSubarray(all)

function bitsOf(indexes: Iterable<number>): Bits {
  const bits = noBits(size)
  for (const index of indexes) setBit(bits, index)
  return bits
}

function listOf(bits: Bits): number[] {
  const indexes: number[] = []
  eachBit(bits, (index) => indexes.push(index))
  return indexes
}

const inOrder = (indexes: Iterable<number>) => [...indexes].toSorted((one, other) => one - other)

test('two sets have in common what both have, and together what either has', () => {
  fc.assert(
    fc.property(some, some, (one, other) => {
      const others = new Set(other)
      const common = inOrder(one.filter((index) => others.has(index)))
      const [both, either] = [bitsOf(one), bitsOf(one)]
      intersect(both, bitsOf(other))
      unite(either, bitsOf(other))
      expect(listOf(both)).toEqual(common)
      expect(listOf(either)).toEqual(inOrder(new Set([...one, ...other])))
      expect(countCommon(bitsOf(one), bitsOf(other))).toBe(common.length)
      expect(haveCommon(bitsOf(one), bitsOf(other))).toBe(common.length > 0)
    }),
  )
})

test('a set that changes has what was added and not removed, also once it has grown from a list to bits and shrunk again', () => {
  fc.assert(
    fc.property(some, fc.nat({ max: size }), some, (added, kept, asked) => {
      const [set, plain] = [new IndexSet(), new Set(added)]
      for (const index of added) set.add(index)
      for (const index of added.slice(kept)) {
        set.remove(index)
        plain.delete(index)
      }
      const bits = noBits(size)
      set.addTo(bits)
      expect(listOf(bits)).toEqual(inOrder(plain))
      expect(set.size).toBe(plain.size)
      expect(set.countIn(bitsOf(asked))).toBe(asked.filter((index) => plain.has(index)).length)
    }),
  )
})
