import { describe, expect, test } from 'vitest'
import { pricedAt } from '#backend/domain/testing/priced-at.ts'
import { given, timeOf } from '#backend/eventstore/testing/projection-spec.ts'
import {
  activated,
  adjusted,
  deactivated,
  detailsChanged,
  moved,
  picturesChanged,
  posted,
  priceChanged,
  productAdded,
  productCarriedForward,
  reviewDeleted,
  revised,
} from '#backend/readmodels/testing/facts.ts'
import { unsaidColumns } from '#backend/readmodels/testing/unsaid-columns.ts'
import { catalogueProjection as catalogue } from './catalogue.projection.ts'
import type { PriceHistory } from './price-history.ts'

const cost = (price_cents: number, net_cents: number) => ({
  ...{ price_cents, net_cents },
  vat_rate: 2100,
  internal_tax_rate: 0,
})

/** `changed`: which event changed the product last. */
const row = (product_id: number, changed = 1) => ({
  product_id,
  name: 'Ñandú Pad',
  description: 'Alfombrilla "XL"',
  category: 'Periféricos',
  image_url: '/img/pad.webp',
  specs: [{ name: 'Ancho', value: '90 cm' }],
  ...cost(1050, 868),
  currency: 'ARS',
  is_active: true,
  on_hand: 0,
  reserved: 0,
  rating_count: 0,
  rating_sum: 0,
  scores: {} as Record<string, number>,
  search: 'nandu pad',
  sort_name: 'n~andu pad\u0001Ñandú Pad',
  prices: expect.objectContaining({ currency: expect.any(String) }) as PriceHistory,
  previous_price_cents: null as number | null,
  price_dropped_at: null as string | null,
  prior_price_days: null as number | null,
  ...unsaidColumns,
  changed_at: timeOf(changed),
  pictures: [{ url: '/img/pad.webp', alt: '' }],
})
const start = productAdded(3)

describe('the row of a product', () => {
  test('is there once it is added: on sale, without units and reviews, its name ready to be searched and sorted', () => {
    given(catalogue, start).expectRows(row(3))
  })

  test('follows its details, and is found and sorted by its new name', () => {
    given(catalogue, start, detailsChanged(3, 'Ratón')).expectRows({
      ...row(3, 2),
      name: 'Ratón',
      specs: [],
      search: 'raton',
      sort_name: 'raton\u0001Ratón',
    })
  })

  test('shows its pictures in their order, the first as its own, which the details may replace', () => {
    const [side, own] = [
      { url: '/img/side.webp', alt: 'De costado' },
      { url: '/img/pad.webp', alt: '' },
    ]
    const pictures = [side, own]
    const changed = picturesChanged(3, pictures)
    given(catalogue, start, changed).expectRows({ ...row(3, 2), image_url: '/img/side.webp', pictures })
    given(catalogue, start, changed, detailsChanged(3, 'Ñandú Pad')).expectRows({
      ...row(3, 3),
      specs: [],
      pictures: [own, side],
    })
  })

  test('has the brand that its spec sheet says', () => {
    const specs = [
      { name: 'Ancho', value: '90 cm' },
      { name: ' MARCA', value: 'Kyntra' },
    ]
    const branded = { ...start, data: { ...start.data, specs } } as typeof start
    given(catalogue, branded).expectRows({ ...row(3), specs, shown_brand: 'Kyntra' })
    given(catalogue, branded, detailsChanged(3, 'Ñandú Pad')).expectRows({ ...row(3, 2), specs: [] })
  })

  test('follows its price and currency, and its rates with the net price that their event tells', () => {
    given(catalogue, start, priceChanged(3, 990)).expectRows({ ...row(3, 2), ...cost(990, 818), currency: 'USD' })
    const told = { priceCents: 1050, vatRate: 1050, internalTaxRate: 950, netCents: 7, currency: 'ARS' }
    const rated = { type: 'ProductPriceChanged', data: { productId: 3, ...told } } as const
    const rates = { price_cents: 1050, vat_rate: 1050, internal_tax_rate: 950, net_cents: 7 }
    given(catalogue, start, rated).expectRows({ ...row(3, 2), ...rates })
  })

  test('tells the price of before as long as it may be announced', () => {
    const inPesos = (priceCents: number) =>
      ({ ...priceChanged(3, priceCents), data: { productId: 3, ...pricedAt(priceCents), currency: 'ARS' } }) as const
    const cheaper = [start, inPesos(1000), inPesos(900)] as never[]
    const reduced = { previous_price_cents: 1050, price_dropped_at: timeOf(2), prior_price_days: 0 }
    const dropped = { ...row(3, 3), ...cost(900, 744), ...reduced }
    given(catalogue, ...cheaper).expectRows(dropped)
    given(catalogue, ...cheaper, detailsChanged(3, 'Ñandú Pad'), deactivated(3)).expectRows({
      ...dropped,
      changed_at: timeOf(5),
      specs: [],
      is_active: false,
    })
    given(catalogue, ...cheaper, inPesos(950) as never).expectRows({ ...row(3, 4), ...cost(950, 785) })
    const raised = [start, inPesos(1500), inPesos(1200)] as never[]
    given(catalogue, ...raised).expectRows({ ...row(3, 3), ...cost(1200, 992) })
  })

  test('is taken off sale and put on sale again', () => {
    given(catalogue, start, deactivated(3)).expectRows({ ...row(3, 2), is_active: false })
    given(catalogue, start, deactivated(3), activated(3)).expectRows(row(3, 3))
  })

  test('stays as it is when its books are opened anew', () => {
    given(catalogue, start, productCarriedForward(3)).expectRows(row(3))
  })

  test('counts units on hand and those that orders hold', () => {
    const stocked = [start, adjusted(3, 9)]
    given(catalogue, ...stocked, adjusted(3, -2)).expectRows({ ...row(3), on_hand: 7 })
    given(catalogue, ...stocked, moved('StockHeld', 3, 4)).expectRows({ ...row(3), on_hand: 9, reserved: 4 })
    given(catalogue, ...stocked, moved('StockHeld', 3, 4), moved('StockReleased', 3, 1)).expectRows({
      ...row(3),
      on_hand: 9,
      reserved: 3,
    })
    given(catalogue, ...stocked, moved('StockHeld', 3, 4), moved('StockConsumed', 3, 4)).expectRows({
      ...row(3),
      on_hand: 5,
    })
  })

  test('counts its reviews by their scores: one a person, the newest, none that was deleted', () => {
    const two = [start, posted(3, 7, 5), posted(3, 8, 1)]
    given(catalogue, ...two).expectRows({ ...row(3), rating_count: 2, rating_sum: 6, scores: { 1: 1, 5: 1 } })
    given(catalogue, ...two, posted(3, 9, 5)).expectRows({
      ...row(3),
      rating_count: 3,
      rating_sum: 11,
      scores: { 1: 1, 5: 2 },
    })
    given(catalogue, ...two, revised(3, 7, [5, 1])).expectRows({
      ...row(3),
      rating_count: 2,
      rating_sum: 2,
      scores: { 1: 2 },
    })
    given(catalogue, ...two, revised(3, 7, [5, 5])).expectRows({
      ...row(3),
      rating_count: 2,
      rating_sum: 6,
      scores: { 1: 1, 5: 1 },
    })
    given(catalogue, ...two, reviewDeleted(3, 7, 5)).expectRows({
      ...row(3),
      rating_count: 1,
      rating_sum: 1,
      scores: { 1: 1 },
    })
  })

  test('is one for each product: two do not mix', () => {
    given(catalogue, start, productAdded(4), adjusted(4, 5), posted(4, 7, 5), deactivated(3)).expectRows(
      { ...row(3, 5), is_active: false },
      { ...row(4, 2), on_hand: 5, rating_count: 1, rating_sum: 5, scores: { 5: 1 } },
    )
  })

  test('cannot be made of what happens to a product that was never added', () => {
    given(catalogue, start, adjusted(4, 5)).expectRefused('4', 2, 'no product 4')
  })
})
