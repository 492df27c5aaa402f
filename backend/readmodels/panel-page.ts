// Pages the panel's lists, with totals for the pagination.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type PanelList, panelSizes } from '#backend/domain/panel-lists.limits.ts'
import type { ReadSchema } from './database.ts'
import { countOf } from './list-part.ts'

export type PanelPage<Row> = { items: Row[]; total: number; page: number; pages: number }

export type PageAsked = { page: number; size?: number | undefined }

type Rows<T extends keyof ReadSchema, Row> = SelectQueryBuilder<ReadSchema, T, Row>
/**
 * `chosen` filters and `order` sorts by columns of an index that includes the key, so that late pages skip index
 * entries only; `rows` reads the page's rows.
 */
type Listed<T extends keyof ReadSchema, Row> = {
  of: PanelList
  chosen: Rows<T, object>
  order: <Some>(rows: Rows<T, Some>) => Rows<T, Some>
  key: string
  rows: Rows<T, Row>
}

export async function panelPage<T extends keyof ReadSchema, Row>(
  { of, chosen, order, key, rows }: Listed<T, Row>,
  { page: asked, size = panelSizes[of][0] }: PageAsked,
): Promise<PanelPage<Row>> {
  const total = await countOf(chosen)
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(asked, pages)
  const column = sql.ref(key)
  const keys = order(chosen.select(column.as('key')))
    .limit(size)
    .offset((page - 1) * size)
  const items = (await order(rows.where(sql<SqlBool>`${column} in ${keys}`)).execute()) as Row[]
  return { items, total, page, pages }
}
