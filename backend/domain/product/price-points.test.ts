import { expect, test } from 'vitest'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { pricedAt } from '#backend/domain/testing/priced-at.ts'
import { priceEvent, pricePoints } from './price-points.ts'
import type { ProductEvent } from './product.events.ts'

const texts = { name: 'Cable', description: '', category: 'Cables', imageUrl: '/img/c.webp', ...unsaid }
const price = (cents: number, vatRate: 1050 | 2100 = 2100) => ({
  productId: 1,
  ...pricedAt(cents, vatRate),
  currency: 'ARS',
})
const happened: ProductEvent[] = [
  { type: 'ProductAdded', data: { ...texts, ...price(100) } },
  { type: 'ProductDetailsChanged', data: { productId: 1, ...texts } },
  { type: 'ProductPriceChanged', data: price(80) },
  { type: 'ProductPriceChanged', data: price(80, 1050) },
  { type: 'ProductDeactivated', data: { productId: 1 } },
  { type: 'ProductPriceChanged', data: price(70) },
  { type: 'ProductPriceChanged', data: price(90) },
  { type: 'ProductActivated', data: { productId: 1 } },
  { type: 'ProductCarriedForward', data: { ...texts, ...price(90), isActive: true, pictures: [] } },
]
const told = happened.map((event, nth) => ({ ...event, version: nth + 1, position: 10 * (nth + 1), at: new Date(nth) }))

test('each change of what everybody pays is a point; time out of sale has no price', () => {
  const points = pricePoints(told).map((point) => [point.position, point.at.getTime(), point.price?.priceCents ?? null])
  expect(points).toEqual([
    [10, 0, 100],
    [30, 2, 80],
    [40, 3, 80],
    [50, 4, null],
    [80, 7, 90],
  ])
  expect(pricePoints(told)[2]?.price).toMatchObject({ netCents: 72, vatRate: 1050 })
})

test('what was withdrawn as it was added begins with its first sale; a product without events has none', () => {
  const [added, , , , gone, , , back] = told as [(typeof told)[0], ...typeof told]
  expect(pricePoints([{ ...gone, position: 1 } as never, added].slice(0, 1))).toEqual([])
  expect(pricePoints([added, gone as never, back as never]).map(({ price: one }) => one?.priceCents ?? null)).toEqual([
    100,
    null,
    100,
  ])
  expect(pricePoints([])).toEqual([])
})

test('the event of a price is the last that told one by a version', () => {
  expect([0, 1, 2, 3, 5, 7, 9].map((version) => priceEvent(told, version)?.position)).toEqual([
    undefined,
    ...[10, 10, 30, 40, 70, 70],
  ])
})
