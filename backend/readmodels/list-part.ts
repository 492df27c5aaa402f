// Lists that the specification knows without pages: a part of them at a time, so that none grows with the shop.
import type { SelectQueryBuilder } from 'kysely'
import type { ReadSchema } from './database.ts'

/** The most rows of one answer. */
export const listRows = 1000

/** Some rows of a list, a page of `size` at most, and how many it has in all. */
export type ListPart<Row> = { rows: Row[]; total: number; size: number }

type Table = keyof ReadSchema

/** The rows of one page (from 1) of what is chosen; `rowsOf` says what is read of them and in which order. */
export async function listPart<T extends Table, Row>(
  chosen: SelectQueryBuilder<ReadSchema, T, object>,
  page: number,
  rowsOf: (chosen: SelectQueryBuilder<ReadSchema, T, object>) => SelectQueryBuilder<ReadSchema, T, Row>,
  size: number = listRows,
): Promise<ListPart<Row>> {
  const from = (page - 1) * size
  const rows = (await rowsOf(chosen).limit(size).offset(from).execute()) as Row[]
  // A page that is neither full nor empty is the last one.
  if (rows.length > 0 && rows.length < size) return { rows, total: from + rows.length, size }
  const counted = await chosen.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: counted.total, size }
}
