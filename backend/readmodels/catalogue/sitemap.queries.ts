import type { Database } from '#backend/readmodels/database.ts'
import { countOf } from '#backend/readmodels/list-part.ts'

export function countActive(db: Database): Promise<number> {
  return countOf(db.selectFrom('rm.catalogue').where('is_active', '=', true))
}

export async function listActive(db: Database, { from, most }: { from: number; most: number }) {
  return db
    .selectFrom('rm.catalogue')
    .where('is_active', '=', true)
    .select(['product_id as id', 'changed_at as changedAt'])
    .orderBy('product_id')
    .offset(from)
    .limit(most)
    .execute()
}
