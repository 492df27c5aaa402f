// What the demo sells has the codes, guarantees and parcels that real parts have.
import { expect, test } from 'vitest'
import { isEan, skuText } from '#backend/domain/product/product.limits.ts'
import { demoProducts } from './demo-plan.ts'

/** In grams; null where the spec sheet doesn't say it. */
function netWeight({ specs }: (typeof demoProducts)[number]): number | null {
  const [, number, unit] = /^([\d.,]+) (k?g)$/.exec(specs.find(({ name }) => name === 'Peso')?.value ?? '') ?? []
  if (number === undefined) return null
  return Number(number.replace('.', '').replace(',', '.')) * (unit === 'kg' ? 1000 : 1)
}

test('a hundred and twenty products have codes of their own, a guarantee, and a parcel that weighs more than what is in it', () => {
  expect(demoProducts.length).toBeGreaterThanOrEqual(120)
  for (const field of ['slug', 'name', 'description', 'sku', 'mpn', 'ean'] as const)
    expect(new Set(demoProducts.map((product) => product[field])).size, field).toBe(demoProducts.length)
  for (const product of demoProducts) {
    expect(product.sku).toMatch(skuText)
    expect([product.ean, isEan(product.ean)]).toEqual([expect.stringMatching(/^779\d{10}$/), true])
    expect(product.specs, product.slug).toContainEqual({ name: 'Marca', value: product.brand })
    expect(['GamerTech', `${product.brand} Argentina`]).toContain(product.guaranteeBy)
    expect(product.guaranteeMonths, product.slug).toBeGreaterThanOrEqual(6)
    expect(product.size, product.slug).toMatch(/^\d+ × \d+ × \d+ cm$/)
    expect(product.weightGrams, product.slug).toBeGreaterThan(netWeight(product) ?? 20)
  }
})

test('each larger category has something sold out, something almost gone and plenty of something', () => {
  const stocks = Map.groupBy(demoProducts, ({ category }) => category)
  for (const [category, products] of stocks) {
    if (products.length < 7) continue
    const units = products.map(({ stock }) => stock)
    const states = [units.includes(0), units.some((few) => few > 0 && few <= 5), units.some((many) => many > 20)]
    expect([category, states]).toEqual([category, [true, true, true]])
  }
})
