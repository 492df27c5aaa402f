import { describe, test } from 'vitest'
import { given, timeOf } from '#backend/eventstore/testing/projection-spec.ts'
import { posted as postedWith, reviewDeleted, revised } from '#backend/readmodels/testing/facts.ts'
import { reviewsProjection as reviews } from './reviews.projection.ts'

const row = (product_id: number, user_id: number, score: number, text: string, nth: number) => ({
  product_id,
  user_id,
  text,
  score,
  at: timeOf(nth),
})
const posted = (product: number, user: number, score: number) => postedWith(product, user, score, `${score} puntos`)

describe('the row of a review', () => {
  test('holds what was posted, and when', () => {
    given(reviews, posted(3, 7, 5)).expectRows(row(3, 7, 5, '5 puntos', 1))
  })

  test('holds the newest text, score and time after a revision', () => {
    given(reviews, posted(3, 7, 5), revised(3, 7, [5, 2], 'Se rompió.')).expectRows(row(3, 7, 2, 'Se rompió.', 2))
  })

  test('goes when it is deleted, and may come again', () => {
    given(reviews, posted(3, 7, 5), reviewDeleted(3, 7, 5)).expectRows()
    given(reviews, posted(3, 7, 5), reviewDeleted(3, 7, 5), posted(3, 7, 1)).expectRows(row(3, 7, 1, '1 puntos', 3))
  })

  test('is not missed: deleting what is not there changes nothing', () => {
    given(reviews, posted(3, 7, 5), reviewDeleted(3, 8, 1)).expectRows(row(3, 7, 5, '5 puntos', 1))
  })

  test('is one for each person and product: two do not mix', () => {
    given(reviews, posted(3, 7, 5), posted(4, 7, 4), posted(3, 8, 1), reviewDeleted(4, 7, 4)).expectRows(
      row(3, 7, 5, '5 puntos', 1),
      row(3, 8, 1, '1 puntos', 3),
    )
  })
})
