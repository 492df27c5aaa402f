import type { Database } from '#backend/readmodels/database.ts'

const mostListed = 20

export async function listDeletedReviews(db: Database, of: { productId: number } | { userId: number }) {
  const all = db.selectFrom('rm.deleted_reviews').select('position')
  const own = 'productId' in of ? all.where('product_id', '=', of.productId) : all.where('user_id', '=', of.userId)
  return (await own.orderBy('at', 'desc').limit(mostListed).execute()).map(({ position }) => position)
}
