import { describe, test } from 'vitest'
import { given } from '#backend/eventstore/testing/projection-spec.ts'
import { paid, refunded } from '#backend/readmodels/testing/order-facts.ts'
import { purchasesProjection as purchases } from './purchases.projection.ts'

const row = (user_id: number, product_id: number, orders = 1) => ({ user_id, product_id, orders })

describe('the row of an account and a product', () => {
  test('is there for each product of a paid order, and counts the orders', () => {
    given(purchases, paid(9, 7, 3, 4)).expectRows(row(7, 3), row(7, 4))
    given(purchases, paid(9, 7, 3), paid(10, 7, 3)).expectRows(row(7, 3, 2))
  })

  test('goes with the last of its orders that is refunded', () => {
    given(purchases, paid(9, 7, 3), paid(10, 7, 3), refunded(9, 7, true, 3)).expectRows(row(7, 3))
    given(purchases, paid(9, 7, 3), refunded(9, 7, true, 3)).expectRows()
  })

  test('stays as it is if money goes back that never paid an order', () => {
    given(purchases, paid(9, 7, 3), refunded(10, 7, false, 3)).expectRows(row(7, 3))
    given(purchases, refunded(10, 7, false, 3)).expectRows()
  })

  test('is its own: neither another account nor another product mixes in', () => {
    given(purchases, paid(9, 7, 3), paid(10, 8, 3), paid(11, 8, 4), refunded(10, 8, true, 3)).expectRows(
      row(7, 3),
      row(8, 4),
    )
  })
})
