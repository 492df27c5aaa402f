// Lists of the panel: few rows at a time, with all that its pagination needs.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type PanelList, panelSizes } from '#backend/domain/panel-lists.limits.ts'
import type { ReadSchema } from './database.ts'

/** `page` is from 1, and within the pages that there are; an empty list has one. */
export type PanelPage<Row> = { items: Row[]; total: number; page: number; pages: number }

/** page: from 1. size: rows of a page; absent: as many as the list shows by itself. */
export type PageAsked = { page: number; size?: number | undefined }

type Rows<T extends keyof ReadSchema, Row> = SelectQueryBuilder<ReadSchema, T, Row>
/**
 * chosen: which rows; order: in which order, by columns of an index that also has the key. rows: what is read of the rows of the page: those
 * that are passed over on the way to a late page are not read, only their entries in the index.
 */
type Listed<T extends keyof ReadSchema, Row> = {
  of: PanelList
  chosen: Rows<T, object>
  order: <Some>(rows: Rows<T, Some>) => Rows<T, Some>
  key: string
  rows: Rows<T, Row>
}

/** One page of what is chosen; past the end the last one. */
export async function panelPage<T extends keyof ReadSchema, Row>(
  { of, chosen, order, key, rows }: Listed<T, Row>,
  { page: asked, size = panelSizes[of][0] }: PageAsked,
): Promise<PanelPage<Row>> {
  const { total } = await chosen.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(asked, pages)
  const column = sql.ref(key)
  const keys = order(chosen.select(column.as('key')))
    .limit(size)
    .offset((page - 1) * size)
  const items = (await order(rows.where(sql<SqlBool>`${column} in ${keys}`)).execute()) as Row[]
  return { items, total, page, pages }
}
