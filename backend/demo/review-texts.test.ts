// Every product of the demo can be reviewed, in words that fit it.
import { expect, test } from 'vitest'
import { demoProducts, makePlan } from './demo-plan.ts'
import { repeatableNumbers } from './repeatable-numbers.ts'
import { ReviewWriter } from './review-texts.ts'

test('each product gets reviews of every score, and none speaks of what it does not have', () => {
  const writer = new ReviewWriter(repeatableNumbers(1))
  for (const product of demoProducts)
    for (const score of [1, 2, 3, 4, 5]) {
      const text = writer.write(0, product, score)
      expect(text.length, product.name).toBeGreaterThan(5)
      if (!JSON.stringify(product).includes('Wi-Fi')) expect(text, product.name).not.toMatch(/wifi/i)
    }
})

test('three hundred reviews differ in words, length and opinion, and some have slips', () => {
  const written = makePlan(new Date()).steps.flatMap((step) => (step.do === 'review' ? [step] : []))
  expect(written).toHaveLength(300)
  expect(new Set(written.map(({ text }) => text)).size).toBeGreaterThan(270)
  const lengths = written.map(({ text }) => text.length)
  expect([Math.min(...lengths) < 30, Math.max(...lengths) > 150]).toEqual([true, true])
  expect(new Set(written.map(({ score }) => score)).size).toBe(5)
  expect(written.filter(({ text }) => /\bq\b/.test(text)).length).toBeGreaterThan(5)
  const scoresOf = Map.groupBy(written, ({ product }) => product)
  const disputed = [...scoresOf.values()].filter(
    (own) => own.some((one) => one.score < 3) && own.some((one) => one.score > 3),
  )
  expect(disputed.length).toBeGreaterThan(8)
})
