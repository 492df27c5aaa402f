import { infiniteQueryOptions } from '@tanstack/react-query'
import { auditRows } from '#backend/domain/audit/audit.limits.ts'
import { type AuditRow, answered, auditApi } from '#frontend/api.ts'
import { panelQuery, usePanelChange } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import type { AuditFilter } from './audit-address.ts'

/** Newest first. Fills up a page that the shop cut short after scanning far. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.panel.list('audit', filter),
    queryFn: async ({ pageParam, signal }) => {
      const rows: AuditRow[] = []
      let next = pageParam
      do {
        const query = { ...filter, ...(next !== null && { before: String(next) }) }
        const page = await answered(auditApi.index.$get({ query }, { init: { signal } }))
        rows.push(...page.rows)
        next = page.next
      } while (next !== null && rows.length < auditRows)
      return { rows, next }
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

export const storyQuery = (of: string) =>
  panelQuery('audit story', { of }, () => answered(auditApi.entity.$get({ query: { of } })))

export const causesQuery = (position: number) =>
  panelQuery('audit causes', { position }, () =>
    answered(auditApi.causes.$get({ query: { position: String(position) } })),
  )

/** Reveals an event's personal fields. Revealing is itself an event. */
export function useReveal() {
  return usePanelChange((position: number) => answered(auditApi.uncover.$post({ json: { position } })))
}

export type Undoing = { position: number; seen: number | null; superAdminKey?: string; reason?: string }

/** Undoes an event. Any answer may have shown it. */
export function useUndo() {
  return usePanelChange((json: Undoing) => answered(auditApi.undo.$post({ json })), [[]])
}
