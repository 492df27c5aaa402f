import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryCode, type StreamName, streamName, streamUuid } from './stream-id.ts'

const id = fc.integer({ min: 0, max: 999_999_999_999 })
const numericName = fc.oneof(
  id.map((first): StreamName => `cart-${first}`),
  fc.tuple(id, fc.integer({ min: 1, max: 99_999_999_999_999 })).map((both): StreamName => `review-${both.join(':')}`),
)
const anyName = fc.oneof(
  numericName,
  fc.stringMatching(/^[0:12]{0,6}$/).map((text): StreamName => `notification-${text}`),
  fc.string().map((text): StreamName => `notification-${text}`),
)

test('every name gives a version 8 uuid, always the same', () => {
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/
  fc.assert(
    fc.property(anyName, (name) => {
      expect(streamUuid(name)).toMatch(pattern)
      expect(streamUuid(name)).toBe(streamUuid(name))
    }),
  )
})

test('two names never share a uuid', () => {
  fc.assert(fc.property(anyName, anyName, (a, b) => (streamUuid(a) === streamUuid(b)) === (a === b)))
  for (const [a, b] of [
    ['cart-7', 'cart-07'],
    ['cart-7', 'order-7'],
    ['review-7', 'review-7:0'],
    ['review-7:1', 'review-7:1:2'],
    ['notification-999999999999', 'notification-1000000000000'],
  ] satisfies [StreamName, StreamName][])
    expect(streamUuid(a)).not.toBe(streamUuid(b))
})

test('a numeric name is read back from its uuid, a text shows as a hash', () => {
  fc.assert(fc.property(numericName, (name) => streamName(streamUuid(name)) === name))
  expect(streamName(streamUuid('notification-abc'))).toMatch(/^notification-#/)
})

test('new streams of a category come later in the index than its old ones', () => {
  fc.assert(
    fc.property(
      id,
      id,
      (a, b) => fc.pre(a !== b) === undefined && a < b === streamUuid(`cart-${a}`) < streamUuid(`cart-${b}`),
    ),
  )
})

test('stored uuids stay as they are', () => {
  expect(streamUuid('cart-7')).toBe('00040000-0000-8000-8007-000000000000')
  expect(streamUuid('review-12:40')).toBe('00070000-0000-8000-800c-000000000028')
  expect(streamUuid('notification-abc')).toBe('0008ffff-ba78-816b-8f8f-01cfea414140')
})

test('an unknown category is an error', () => {
  expect(() => categoryCode('crate-7')).toThrow('unknown stream category: crate')
})
