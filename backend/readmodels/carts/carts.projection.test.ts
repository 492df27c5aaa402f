import { describe, test } from 'vitest'
import { given } from '#backend/eventstore/testing/projection-spec.ts'
import {
  added,
  cartCarriedForward,
  checkoutStarted,
  corrected,
  merged,
  ordered,
  quantityChanged,
  removed,
} from '#backend/readmodels/testing/facts.ts'
import { cartsProjection as carts } from './carts.projection.ts'

const row = (user_id: number, quantities: Record<number, number>, last_order_id: number | null = null) => ({
  user_id,
  lines: Object.entries(quantities).map(([id, quantity]) => ({ productId: Number(id), quantity })),
  last_order_id,
})

describe('the row of a cart', () => {
  test('holds what was added, each product once', () => {
    given(carts, added(7, 3, 2), added(7, 4, 1), added(7, 3, 1)).expectRows(row(7, { 3: 3, 4: 1 }))
  })

  test('follows changed quantities, and loses what was removed', () => {
    given(carts, added(7, 3, 2), added(7, 4, 1), quantityChanged(7, 3, 9)).expectRows(row(7, { 3: 9, 4: 1 }))
    given(carts, added(7, 3, 2), added(7, 4, 1), removed(7, 3)).expectRows(row(7, { 4: 1 }))
    given(carts, added(7, 3, 2), removed(7, 3)).expectRows(row(7, {}))
  })

  test('takes in the cart of a browser, without what was dropped from it', () => {
    given(carts, added(7, 3, 2), merged(7, 3, 5)).expectRows(row(7, { 3: 7 }))
    given(carts, merged(7, 4, 1)).expectRows(row(7, { 4: 1 }))
  })

  test('has the quantities that were accepted, and loses what cannot be sold', () => {
    given(carts, added(7, 3, 9), added(7, 4, 1), corrected(7, 3, 2, 4)).expectRows(row(7, { 3: 2 }))
  })

  test('keeps its lines when an order is placed, and gives them when it is paid', () => {
    given(carts, added(7, 3, 2), checkoutStarted(7, 9)).expectRows(row(7, { 3: 2 }, 9))
    given(carts, added(7, 3, 5), checkoutStarted(7, 9), ordered(7, 9, 3, 2)).expectRows(row(7, { 3: 3 }))
    given(carts, added(7, 3, 2), checkoutStarted(7, 9), ordered(7, 9, 3, 2)).expectRows(row(7, {}))
  })

  test('is not touched by what is not in it', () => {
    given(carts, added(7, 3, 2), removed(7, 4)).expectRows(row(7, { 3: 2 }))
    given(carts, added(7, 3, 2), checkoutStarted(7, 9), ordered(7, 9, 4, 1)).expectRows(row(7, { 3: 2 }))
  })

  test('stays as it is when its books are opened anew', () => {
    given(carts, added(7, 3, 2), checkoutStarted(7, 9), cartCarriedForward(7, [3, 2])).expectRows(row(7, { 3: 2 }, 9))
  })

  test('is one for each account: two do not mix', () => {
    given(carts, added(7, 3, 2), added(8, 3, 1), removed(8, 3), checkoutStarted(8, 9)).expectRows(
      row(7, { 3: 2 }),
      row(8, {}, 9),
    )
  })
})
