import { expect, test } from 'vitest'
import { KeyFilter } from './key-filter.ts'

const many = 100_000

test('what was added is always known, and other keys are hardly ever taken for it', () => {
  const filter = new KeyFilter()
  for (let n = 0; n < many; n++) filter.add(`${n}:${n % 1000}`)
  let [missing, mistaken] = [0, 0]
  for (let n = 0; n < many; n++) if (!filter.mayHave(`${n}:${n % 1000}`)) missing++
  for (let n = many; n < 2 * many; n++) if (filter.mayHave(`${n}:${n % 1000}`)) mistaken++
  expect(missing).toBe(0)
  expect(mistaken).toBeLessThan(many / 1000)
})
