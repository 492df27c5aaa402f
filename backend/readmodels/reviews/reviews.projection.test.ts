import { describe, test } from 'vitest'
import { given, timeOf } from '#backend/eventstore/testing/projection-spec.ts'
import {
  answered,
  answerWithdrawn,
  posted as postedWith,
  reviewDeleted,
  revised,
} from '#backend/readmodels/testing/facts.ts'
import { reviewsProjection as reviews } from './reviews.projection.ts'

const row = (product_id: number, user_id: number, score: number, text: string, nth: number) => ({
  product_id,
  user_id,
  text,
  score,
  at: timeOf(nth),
  answer: null as { text: string; at: string; isOutdated: boolean } | null,
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

  test('shows the last answer of the shop and when, says that it is older than a revision, and loses it with the review', () => {
    const shown = (nth: number, text: string, isOutdated = false) => ({ text, at: timeOf(nth), isOutdated })
    const first = [posted(3, 7, 5), posted(3, 8, 1), answered(3, 7, 'Gracias.')]
    const other = row(3, 8, 1, '1 puntos', 2)
    const own = row(3, 7, 5, '5 puntos', 1)
    given(reviews, ...first).expectRows({ ...own, answer: shown(3, 'Gracias.') }, other)
    const changed = [...first, answered(3, 7, '¡Gracias!', 'ReviewAnswerChanged')]
    given(reviews, ...changed).expectRows({ ...own, answer: shown(4, '¡Gracias!') }, other)
    const later = [...changed, revised(3, 7, [5, 2], 'Se rompió.')]
    const broken = row(3, 7, 2, 'Se rompió.', 5)
    given(reviews, ...later).expectRows({ ...broken, answer: shown(4, '¡Gracias!', true) }, other)
    given(reviews, ...later, answerWithdrawn(3, 7)).expectRows(broken, other)
    const anew = [...later, reviewDeleted(3, 7, 2), posted(3, 7, 5)]
    given(reviews, ...anew).expectRows(row(3, 7, 5, '5 puntos', 7), other)
  })
})
