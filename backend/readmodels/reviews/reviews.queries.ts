// Reads pages of reviews with the author's public name and picture, never an e-mail.
import { sql } from 'kysely'
import type { ReviewView } from '#backend/domain/review/review.contract.ts'
import type { reviewOrders } from '#backend/domain/review/review.limits.ts'
import type { Database } from '#backend/readmodels/database.ts'

/** `from` is an offset; `score` filters; newest first without `order`. */
type Part = {
  most: number
  from?: number
  score?: number | undefined
  order?: (typeof reviewOrders)[number] | undefined
}

export async function listReviews(db: Database, productIds: readonly number[], part: Part) {
  const reviews = new Map<number, ReviewView[]>(productIds.map((id) => [id, []]))
  if (productIds.length === 0) return reviews
  for (const row of await rowsOf(db, productIds, part))
    reviews.get(row.id)?.push({
      userId: row.user_id,
      author: { name: row.name, imageUrl: row.image_url },
      text: row.text,
      score: row.score,
      verified: row.orders !== null,
      at: row.at.toISOString(),
      answer: row.answer,
    })
  return reviews
}

export async function listReviewsBy(db: Database, userId: number) {
  const rows = await db
    .selectFrom('rm.reviews as r')
    .leftJoin('rm.catalogue as p', 'p.product_id', 'r.product_id')
    .select(['r.product_id', 'p.name', 'r.text', 'r.score', 'r.at'])
    .where('r.user_id', '=', userId)
    .orderBy('r.at', 'desc')
    .execute()
  return rows.map(({ product_id: productId, name: product, at, ...review }) => ({
    productId,
    product,
    ...review,
    at: at.toISOString(),
  }))
}

function rowsOf(db: Database, productIds: readonly number[], { most, from = 0, score, order }: Part) {
  const byScore = order === 'best' ? 'desc' : 'asc'
  return db
    .selectFrom(sql<{ id: number }>`unnest(${productIds}::bigint[])`.as<'product'>(sql`product(id)`))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('rm.reviews')
          .select(['user_id', 'text', 'score', 'at', 'answer'])
          // A one-value range makes the planner walk the index and stop; for an equality the planner would expect few
          // rows and sort all 50,000 of a popular product.
          .whereRef('product_id', '>=', 'product.id')
          .whereRef('product_id', '<=', 'product.id')
          .$if(score !== undefined, (query) => query.where('score', '=', score ?? 0))
          .orderBy('product_id')
          .$if(order !== undefined, (query) => query.orderBy('score', byScore))
          .orderBy('at', 'desc')
          .orderBy('user_id')
          .limit(most)
          .offset(from)
          .as('r'),
      (join) => join.onTrue(),
    )
    .leftJoin('rm.users as u', 'u.user_id', 'r.user_id')
    .leftJoin('rm.purchases as p', (join) =>
      join.onRef('p.user_id', '=', 'r.user_id').onRef('p.product_id', '=', 'product.id'),
    )
    .select(['product.id', 'r.user_id', 'r.text', 'r.score', 'r.at', 'r.answer', 'u.name', 'u.image_url', 'p.orders'])
    .$if(order !== undefined, (query) => query.orderBy('r.score', byScore))
    .orderBy('r.at', 'desc')
    .orderBy('r.user_id')
    .execute()
}
