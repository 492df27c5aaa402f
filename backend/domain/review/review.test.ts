import { test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import type { ReviewEvent } from './review.events.ts'
import { type ReviewCommand, review } from './review.ts'

const written = { productId: 3, userId: 7, text: 'Muy bueno', score: 5 }
const post: ReviewCommand = { type: 'PostReview', ...written }
const posted: ReviewEvent = { type: 'ReviewPosted', data: written }
const remove: ReviewCommand = { type: 'DeleteReview', productId: 3, userId: 7, reason: 'Publicidad' }
const deleted: ReviewEvent = {
  type: 'ReviewDeleted',
  data: { productId: 3, userId: 7, previousScore: 5, reason: 'Publicidad' },
}

test('is posted, and the same again is nothing', () => {
  given(review).when(post).then(posted)
  given(review, posted).when(post).nothing()
})
test('posting again revises it, and says which score was there', () =>
  given(review, posted)
    .when({ ...post, score: 4 })
    .then({ type: 'ReviewRevised', data: { ...written, score: 4, previousScore: 5 } }))
test('is deleted once, and may be written anew', () => {
  given(review, posted).when(remove).then(deleted)
  given(review, posted, deleted).when(remove).rejects('not_found')
  given(review, posted, deleted).when(post).then(posted)
})
