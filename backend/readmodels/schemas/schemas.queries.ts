import type { CategorySchema } from '#backend/domain/product/schema/schema.contract.ts'
import type { Schema } from '#backend/domain/product/schema/schema.limits.ts'
import type { Database } from '#backend/readmodels/database.ts'

/** By category. */
export type Schemas = ReadonlyMap<string, Schema>

/** In the order of the categories. */
export async function listSchemas(db: Database): Promise<CategorySchema[]> {
  const rows = await db.selectFrom('rm.schemas').selectAll().orderBy('category').execute()
  return rows.map(({ category, revision, attributes }) => ({ category, revision, attributes }))
}

export async function findSchemas(db: Database): Promise<Schemas> {
  const rows = await listSchemas(db)
  return new Map(rows.map(({ category, attributes }) => [category, attributes]))
}
