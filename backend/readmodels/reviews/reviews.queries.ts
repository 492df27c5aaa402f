// Reviews as everybody sees them: with the author's public name and picture, never an e-mail.
import type { Database } from '#backend/readmodels/database.ts'

export type ReviewView = {
  userId: number
  /** name is null if the author was erased. */
  author: { name: string | null; imageUrl: string | null }
  text: string
  score: number
  /** The author holds a paid order with the product. */
  verified: boolean
  at: string
}

/** The reviews of these products, newest first. */
export async function listReviews(db: Database, productIds: readonly number[]): Promise<Map<number, ReviewView[]>> {
  const reviews = new Map<number, ReviewView[]>(productIds.map((id) => [id, []]))
  if (productIds.length === 0) return reviews
  const rows = await db
    .selectFrom('rm.reviews as r')
    .leftJoin('rm.users as u', 'u.user_id', 'r.user_id')
    .leftJoin('rm.purchases as p', (join) =>
      join.onRef('p.user_id', '=', 'r.user_id').onRef('p.product_id', '=', 'r.product_id'),
    )
    .where('r.product_id', 'in', productIds)
    .select(['r.product_id', 'r.user_id', 'r.text', 'r.score', 'r.at', 'u.name', 'u.image_url', 'p.orders'])
    .orderBy('r.at', 'desc')
    .orderBy('r.user_id')
    .execute()
  for (const row of rows)
    reviews.get(row.product_id)?.push({
      userId: row.user_id,
      author: { name: row.name, imageUrl: row.image_url },
      text: row.text,
      score: row.score,
      verified: row.orders !== null,
      at: row.at.toISOString(),
    })
  return reviews
}
