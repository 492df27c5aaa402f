// The demo announces no reduction that it may not announce.
import { expect, test } from 'vitest'
import { demoProducts } from './demo-plan.ts'
import { pricesOf } from './demo-prices.ts'

test('each reduction comes after more than thirty days at one price, the last price is today’s, and some are reduced now', () => {
  let reducedNow = 0
  for (const [index, product] of demoProducts.entries()) {
    const prices = pricesOf(product, index)
    expect(prices[0].daysAgo, product.slug).toBe(91)
    expect(prices.at(-1)?.priceCents, product.slug).toBe(product.priceCents)
    for (const [nth, { daysAgo, priceCents }] of prices.entries()) {
      const before = prices[nth - 1]
      if (!before) continue
      expect(before.daysAgo, product.slug).toBeGreaterThan(daysAgo)
      expect(before.priceCents, product.slug).not.toBe(priceCents)
      if (before.priceCents < priceCents) continue
      expect(before.daysAgo - daysAgo, product.slug).toBeGreaterThan(30)
      if (daysAgo < 30) reducedNow++
    }
  }
  expect(reducedNow).toBeGreaterThanOrEqual(8)
})
