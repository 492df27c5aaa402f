// Shapes that several contracts share: texts, amounts, lists.
import { z } from 'zod'
import { toCents } from './money.ts'
import { dayPattern } from './time-zone.limits.ts'
import {
  longestSearch,
  type PanelList,
  type PanelState,
  panelSizes,
  panelStates,
  sortsOf,
} from './views/panel-lists.limits.ts'

export const matching = (pattern: RegExp) => z.string().regex(pattern)
export const textUpTo = (max: number) => z.string().trim().min(1).max(max)
export const inCents = (amount: z.ZodNumber) =>
  amount.refine((decimal) => toCents(decimal) !== null, 'Admite hasta dos decimales.')

export const each = <Name extends string, Shape extends z.ZodType>(names: readonly Name[], shape: Shape) =>
  Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>

/** One of the names that a list gives a text. */
export const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) =>
  z.enum(Object.keys(of) as [Key, ...Key[]])

export const numberIn = (pattern: RegExp) => matching(pattern).transform(Number)
export const idParam = z.object({ id: numberIn(/^[1-9]\d{0,14}$/) })

export const pageNumber = matching(/^[1-9]\d{0,5}$/)
  .optional()
  .transform((page = '1') => Number(page))
export const listQuery = z.object({ page: pageNumber })
/** `size`: 1 to 999 rows; default: the answer's maximum. */
export const sizedListQuery = listQuery.extend({ size: numberIn(/^[1-9]\d{0,2}$/).optional() })

export const day = matching(dayPattern).refine(
  (text) => new Date(`${text}T00:00Z`).getUTCDate() === Number(text.slice(8)),
)

export function panelQuery<List extends PanelList>(list: List) {
  return listQuery.extend({
    sort: z.enum(sortsOf(list)).optional(),
    state: keysOf<PanelState<List>>(panelStates[list]).optional(),
    q: z.string().trim().max(longestSearch).optional(),
    size: z
      .enum(panelSizes[list].map(String) as [string, ...string[]])
      .transform(Number)
      .optional(),
  })
}

export const panelOrdersQuery = panelQuery('orders').extend({ from: day.optional(), to: day.optional() })

export function exportQuery<List extends PanelList>(list: List) {
  return panelQuery(list).pick({ state: true, q: true })
}

export const ordersExport = panelOrdersQuery.omit({ page: true, sort: true, size: true })

/** A page of the panel's lists; `page` is from 1 and within the pages that there are. */
export const panelPage = <Row extends z.ZodType>(row: Row) =>
  z.object({ items: z.array(row), total: z.int(), page: z.int(), pages: z.int() })
