// Lists of the panel: few rows at a time, with all that its pagination needs.
import type { SelectQueryBuilder } from 'kysely'
import type { ReadSchema } from './database.ts'

/** `page` is from 1, and within the pages that there are; an empty list has one. */
export type PanelPage<Row> = { items: Row[]; total: number; page: number; pages: number }

/** Rows of a page, as the panel shows them. */
const panelPageSize = 5

/** One page of what is chosen; past the end the last one. `rowsOf` says what is read of its rows and in which order. */
export async function panelPage<T extends keyof ReadSchema, Row>(
  chosen: SelectQueryBuilder<ReadSchema, T, object>,
  { page: asked, size = panelPageSize }: { page: number; size?: number },
  rowsOf: (chosen: SelectQueryBuilder<ReadSchema, T, object>) => SelectQueryBuilder<ReadSchema, T, Row>,
): Promise<PanelPage<Row>> {
  const { total } = await chosen.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(asked, pages)
  const items = (await rowsOf(chosen)
    .limit(size)
    .offset((page - 1) * size)
    .execute()) as Row[]
  return { items, total, page, pages }
}
