import { expect, test } from 'vitest'
import { forPrice } from './delivery-words.ts'

test('what is shipped free costs nothing, and is not "por gratis"', () => {
  expect([forPrice(0), forPrice(450.5)]).toEqual(['gratis', 'por $\u00a0450,50'])
})
