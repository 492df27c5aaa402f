// Projects the log position of each review's last deletion; the sealed event keeps the reason.
import { reviewEvents } from '#backend/domain/review/review.events.ts'
import { bigint, timestamptz } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

const { ReviewDeleted } = reviewEvents

export const deletedReviewsProjection = defineProjection(
  { ReviewDeleted },
  {
    name: 'deleted_reviews',
    version: 1,
    primaryKey: ['product_id', 'user_id'],
    columns: { product_id: bigint(), user_id: bigint(), position: bigint(), at: timestamptz() },
    streams: ({ product_id, user_id }) => [`review-${product_id}:${user_id}`],
    indexes: { of_product: '(product_id, at desc)', of_author: '(user_id, at desc)' },
    keys: ({ data }) => [{ product_id: data.productId, user_id: data.userId }],
    evolve: (_, { position, at }, key) => ({ ...key, position, at: at.toISOString() }),
  },
)
