// Pages the specification's unpaged lists, so that no answer grows with the shop.
import type { SelectQueryBuilder } from 'kysely'
import type { ReadSchema } from './database.ts'

export const listRows = 1000

export type ListPart<Row> = { rows: Row[]; total: number; size: number }

type Table = keyof ReadSchema

export async function listPart<T extends Table, Row>(
  sorted: SelectQueryBuilder<ReadSchema, T, Row>,
  page: number,
  size: number = listRows,
): Promise<ListPart<Row>> {
  const from = (page - 1) * size
  const rows = (await sorted.limit(size).offset(from).execute()) as Row[]
  // A page that is neither full nor empty is the last, so no count is needed.
  if (rows.length > 0 && rows.length < size) return { rows, total: from + rows.length, size }
  return { rows, total: await countOf(sorted.clearSelect().clearOrderBy()), size }
}

export async function countOf<T extends Table>(chosen: SelectQueryBuilder<ReadSchema, T, object>): Promise<number> {
  const { count } = await chosen.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}
