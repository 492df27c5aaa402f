import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Library, library } from '#backend/eventstore/testing/library/library.ts'
import { categoryCode, type StreamOf, streamName, streamUuid } from './stream-id.ts'

const id = fc.integer({ min: 0, max: 999_999_999_999 })
const numericName = fc.oneof(
  id.map((first): StreamOf<Library> => `member-${first}`),
  fc
    .tuple(id, fc.integer({ min: 1, max: 99_999_999_999_999 }))
    .map((both): StreamOf<Library> => `book-${both.join(':')}`),
)
const anyName = fc.oneof(
  numericName,
  fc.stringMatching(/^[0:12]{0,6}$/).map((text): StreamOf<Library> => `operation-${text}`),
  fc.string().map((text): StreamOf<Library> => `operation-${text}`),
)

test('every name gives a version 8 uuid, always the same', () => {
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/
  fc.assert(
    fc.property(anyName, (name) => {
      expect(streamUuid(library, name)).toMatch(pattern)
      expect(streamUuid(library, name)).toBe(streamUuid(library, name))
    }),
  )
})

test('two names never share a uuid', () => {
  fc.assert(fc.property(anyName, anyName, (a, b) => (streamUuid(library, a) === streamUuid(library, b)) === (a === b)))
  for (const [a, b] of [
    ['member-7', 'member-07'],
    ['member-7', 'book-7'],
    ['book-7', 'book-7:0'],
    ['book-7:1', 'book-7:1:2'],
    ['operation-999999999999', 'operation-1000000000000'],
  ] satisfies [StreamOf<Library>, StreamOf<Library>][])
    expect(streamUuid(library, a)).not.toBe(streamUuid(library, b))
})

test('a numeric name is read back from its uuid, a text shows as a hash', () => {
  fc.assert(fc.property(numericName, (name) => streamName(library, streamUuid(library, name)) === name))
  expect(streamName(library, streamUuid(library, 'operation-abc'))).toMatch(/^operation-#/)
})

test('new streams of a category come later in the index than its old ones', () => {
  fc.assert(
    fc.property(
      id,
      id,
      (a, b) =>
        fc.pre(a !== b) === undefined &&
        a < b === streamUuid(library, `member-${a}`) < streamUuid(library, `member-${b}`),
    ),
  )
})

test('a category that is not known here shows by its code', () => {
  expect(streamName(library, '00040000-0000-8000-8007-000000000000')).toBe('category4-7')
})

test('an unknown category is an error', () => {
  expect(() => categoryCode(library, 'raeder-7')).toThrow('unknown stream category: raeder')
})
