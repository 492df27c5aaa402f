import { describe, test } from 'vitest'
import { given } from '#backend/eventstore/testing/projection-spec.ts'
import {
  activated,
  adjusted,
  deactivated,
  detailsChanged,
  moved,
  priceChanged,
  productAdded,
  productCarriedForward,
  reviewDeleted,
  reviewed,
} from '#backend/readmodels/testing/facts.ts'
import { catalogueProjection as catalogue } from './catalogue.projection.ts'

const row = (product_id: number) => ({
  product_id,
  name: 'Ñandú Pad',
  description: 'Alfombrilla "XL"',
  category: 'Periféricos',
  image_url: '/img/pad.webp',
  specs: [{ name: 'Ancho', value: '90 cm' }],
  price_cents: 1050,
  currency: 'ARS',
  is_active: true,
  on_hand: 0,
  reserved: 0,
  rating_count: 0,
  rating_sum: 0,
  scores: {} as Record<string, number>,
  search: 'nandu pad',
  sort_name: 'n~andu pad\u0001Ñandú Pad',
})
const start = productAdded(3)
const posted = (userId: number, score: number, productId = 3) => reviewed('ReviewPosted', productId, userId, score)

describe('the row of a product', () => {
  test('is there once it is added: on sale, without units and reviews, its name ready to be searched and sorted', () => {
    given(catalogue, start).expectRows(row(3))
  })

  test('follows its details, and is found and sorted by its new name', () => {
    given(catalogue, start, detailsChanged(3, 'Ratón')).expectRows({
      ...row(3),
      name: 'Ratón',
      specs: [],
      search: 'raton',
      sort_name: 'raton\u0001Ratón',
    })
  })

  test('follows its price and currency', () => {
    given(catalogue, start, priceChanged(3, 990)).expectRows({ ...row(3), price_cents: 990, currency: 'USD' })
  })

  test('is taken off sale and put on sale again', () => {
    given(catalogue, start, deactivated(3)).expectRows({ ...row(3), is_active: false })
    given(catalogue, start, deactivated(3), activated(3)).expectRows(row(3))
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

  test('sums the scores of its reviews: one a person, the newest, none that was deleted', () => {
    const two = { ...row(3), rating_count: 2, rating_sum: 6, scores: { 7: 5, 8: 1 } }
    given(catalogue, start, posted(7, 5), posted(8, 1)).expectRows(two)
    given(catalogue, start, posted(7, 5), posted(8, 1), reviewed('ReviewRevised', 3, 7, 2)).expectRows({
      ...two,
      rating_sum: 3,
      scores: { 7: 2, 8: 1 },
    })
    given(catalogue, start, posted(7, 5), posted(8, 1), reviewDeleted(3, 7)).expectRows({
      ...row(3),
      rating_count: 1,
      rating_sum: 1,
      scores: { 8: 1 },
    })
  })

  test('does not miss a review that is not there', () => {
    given(catalogue, start, reviewDeleted(3, 7)).expectRows(row(3))
  })

  test('is one for each product: two do not mix', () => {
    given(catalogue, start, productAdded(4), adjusted(4, 5), posted(7, 5, 4), deactivated(3)).expectRows(
      { ...row(3), is_active: false },
      { ...row(4), on_hand: 5, rating_count: 1, rating_sum: 5, scores: { 7: 5 } },
    )
  })

  test('cannot be made of what happens to a product that was never added', () => {
    given(catalogue, start, adjusted(4, 5)).expectRefused('4', 2, 'no product 4')
  })
})
