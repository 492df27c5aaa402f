// Reads the panel's lists: by pages with a total, and on from a row for exports.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import {
  type PanelField,
  type PanelList,
  type PanelSort,
  panelSizes,
  panelSorts,
  readSort,
} from '#backend/domain/views/panel-lists.limits.ts'
import type { Database, ReadSchema } from './database.ts'
import { countOf } from './list-part.ts'

type PanelPage<View> = { items: View[]; total: number; page: number; pages: number }
type Rows<T extends keyof ReadSchema, Row> = SelectQueryBuilder<ReadSchema, T, Row>

type Listed<List extends PanelList, Choice, T extends keyof ReadSchema, Row, View> = {
  of: List
  key: string
  /** SQL by columns of an index that includes the key, so that late pages skip index entries only. */
  orders: Record<PanelField<List>, string>
  chosen: (db: Database, choice: Choice) => Rows<T, object>
  rows: (db: Database) => Rows<T, Row>
  toView: (row: Row) => View
}

export function panelList<List extends PanelList, Choice, T extends keyof ReadSchema, Row, View>(
  list: Listed<List, Choice, T, Row, View>,
) {
  const { of, chosen } = list
  const standard = panelSorts[of][0] as PanelSort<List>
  return {
    async page(
      db: Database,
      asked: Choice & { page: number; size?: number | undefined; sort?: PanelSort<List> | undefined },
    ): Promise<PanelPage<View>> {
      const { size = panelSizes[of][0], sort = standard } = asked
      const some = chosen(db, asked)
      const total = await countOf(some)
      const pages = Math.max(1, Math.ceil(total / size))
      const page = Math.min(asked.page, pages)
      return { items: await read(list, db, some, sort, size, (page - 1) * size), total, page, pages }
    },

    /** At most `most` rows that follow the one with the key `last`, or the first ones, in the list's usual order. */
    next(db: Database, choice: Choice, most: number, last?: number): Promise<View[]> {
      const sign = sql.raw(readSort(standard).direction === 'desc' ? '<' : '>')
      const some = chosen(db, choice)
      const behind = last === undefined ? some : some.where(sql<SqlBool>`${sql.ref(list.key)} ${sign} ${last}`)
      return read(list, db, behind, standard, most)
    },
  }
}

async function read<List extends PanelList, T extends keyof ReadSchema, Row, View>(
  { key, orders, rows, toView }: Listed<List, never, T, Row, View>,
  db: Database,
  some: Rows<T, object>,
  sort: PanelSort<List>,
  most: number,
  from = 0,
): Promise<View[]> {
  const column = sql.ref(key)
  const { field, direction } = readSort(sort)
  const sorted = <Some>(query: Rows<T, Some>) =>
    query.orderBy(sql.raw(orders[field]), direction).orderBy(column, direction)
  const keys = sorted(some.select(column.as('key')))
    .limit(most)
    .offset(from)
  const found = await sorted(rows(db).where(sql<SqlBool>`${column} in ${keys}`)).execute()
  return (found as Row[]).map(toView)
}
