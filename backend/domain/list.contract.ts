// What may come over the wire about any list.
import { z } from 'zod'
import { longestSearch } from './list.limits.ts'
import { type PanelList, type PanelState, panelStates, sortsOf } from './panel-lists.limits.ts'

/** A page, from 1. */
export const pageNumber = z.string().regex(/^[1-9]\d{0,5}$/)
export const listQuery = z.object({ page: pageNumber.optional() })
/** Of so many rows a page, 1 to 999; without it as many as an answer takes. */
export const sizedListQuery = listQuery.extend({
  size: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .optional(),
})

/** A page of a list of the panel, of the rows in this state, in this order. */
export function panelQuery<List extends PanelList>(list: List) {
  return listQuery.extend({
    sort: z.enum(sortsOf(list)).optional(),
    state: z.enum(Object.keys(panelStates[list]) as [PanelState<List>, ...PanelState<List>[]]).optional(),
  })
}

/** The same, of the rows whose name holds `q`. */
export function panelSearch<List extends PanelList>(list: List) {
  return panelQuery(list).extend({ q: z.string().trim().max(longestSearch).optional() })
}

/** The rows of a list, all of them, as a file. */
export function exportQuery<List extends PanelList>(list: List) {
  return panelQuery(list).pick({ state: true })
}

export function exportSearch<List extends PanelList>(list: List) {
  return panelSearch(list).pick({ state: true, q: true })
}
