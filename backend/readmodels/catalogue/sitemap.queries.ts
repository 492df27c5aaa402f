// Lists active products with their last change for search engines.
import type { Database } from '#backend/readmodels/database.ts'

export async function countActive(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('rm.catalogue')
    .where('is_active', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function listActive(
  db: Database,
  { from, most }: { from: number; most: number },
): Promise<{ id: number; changedAt: Date | null }[]> {
  return db
    .selectFrom('rm.catalogue')
    .where('is_active', '=', true)
    .select(['product_id as id', 'changed_at as changedAt'])
    .orderBy('product_id')
    .offset(from)
    .limit(most)
    .execute()
}
