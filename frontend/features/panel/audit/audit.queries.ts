// What the audit reads, and uncovering.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { auditRows } from '#backend/domain/audit/audit.limits.ts'
import { type AuditPage, answered, auditApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import type { AuditFilter } from './audit-address.ts'

/** The events that fit, the newest first. A page that the shop left short, since it looked far and found little, is filled up. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.panel.list('audit', filter),
    queryFn: async ({ pageParam, signal }) => {
      const rows: AuditPage['rows'] = []
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

/** An entity's whole story. */
export function storyQuery(of: string) {
  return queryOptions({
    queryKey: queryKeys.panel.list('audit story', { of }),
    queryFn: () => answered(auditApi.entity.$get({ query: { of } })),
  })
}

/** What led to an event, and what it led to. */
export function causesQuery(position: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('audit causes', { position }),
    queryFn: () => answered(auditApi.causes.$get({ query: { position: String(position) } })),
  })
}

/** Shows the personal fields of an event. That somebody looked is an event too, so lists are read anew. */
export function useUncover() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (position: number) => answered(auditApi.uncover.$post({ json: { position } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.panel.all }),
  })
}

export type Undoing = { position: number; seen: number | null; superAdminKey?: string; reason?: string }

/** Takes an event back; whatever the panel or the shop showed of it is asked for anew, also after a refusal, which tells that it is otherwise by now. */
export function useUndo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: Undoing) => answered(auditApi.undo.$post({ json })),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
