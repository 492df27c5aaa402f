import type { ReviewView } from '#backend/domain/review/review.contract.ts'
import { reviewEvents } from '#backend/domain/review/review.events.ts'
import { bigint, int, jsonb, nullable, text, timestamptz } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const reviewsProjection = defineProjection(reviewEvents, {
  name: 'reviews',
  version: 6,
  primaryKey: ['product_id', 'user_id'],
  columns: {
    product_id: bigint(),
    user_id: bigint(),
    text: text(),
    score: int(),
    at: timestamptz(),
    answer: nullable(jsonb<NonNullable<ReviewView['answer']>>()),
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
  evolve(row, event, key) {
    const at = event.at.toISOString()
    switch (event.type) {
      case 'ReviewDeleted':
        return null
      case 'ReviewAnswered':
      case 'ReviewAnswerChanged':
        return row && { ...row, answer: { text: event.data.text, at, isOutdated: false } }
      case 'ReviewAnswerWithdrawn':
        return row && { ...row, answer: null }
      default: {
        const { text, score } = event.data
        return { ...key, text, score, at, answer: row?.answer ? { ...row.answer, isOutdated: true } : null }
      }
    }
  },
})
