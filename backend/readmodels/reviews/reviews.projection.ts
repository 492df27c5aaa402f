import { reviewEvents } from '#backend/domain/review/review.events.ts'
import { bigint, int, text, timestamptz } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const reviewsProjection = defineProjection(reviewEvents, {
  name: 'reviews',
  version: 5,
  primaryKey: ['product_id', 'user_id'],
  columns: {
    product_id: bigint(),
    user_id: bigint(),
    text: text(),
    score: int(),
    at: timestamptz(),
  },
  streams: ({ product_id, user_id }) => [`review-${product_id}:${user_id}`],
  indexes: {
    newest: '(product_id, at desc, user_id)',
    by_author: '(user_id)',
    latest: '(at desc, product_id)',
    // Lists the worst first; `best` also serves one score.
    newest_by_score: '(product_id, score, at desc, user_id)',
    best: '(product_id, score desc, at desc, user_id)',
  },
  keys: (event) => [{ product_id: event.data.productId, user_id: event.data.userId }],
  evolve(_, event) {
    if (event.type === 'ReviewDeleted') return null
    const { productId, userId, text, score } = event.data
    return { product_id: productId, user_id: userId, text, score, at: event.at.toISOString() }
  },
})
