// Reads of the panel, each named by its part and the question, and changes.
import { keepPreviousData, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#frontend/query-keys.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'

export function panelQuery<Answer>(part: string, asked: object, queryFn: () => Promise<Answer>) {
  return queryOptions({ queryKey: queryKeys.panel.list(part, asked), queryFn })
}

/** Keeps the page before in view until the next one is there. */
export function panelPageQuery<Answer>(part: string, asked: object, queryFn: () => Promise<Answer>) {
  return queryOptions({ ...panelQuery(part, asked, queryFn), placeholderData: keepPreviousData })
}

/** Asks `stale` anew after success and refusal: a refusal tells of a newer state. */
export function usePanelChange<Change, Answer>(
  mutationFn: (change: Change) => Promise<Answer>,
  stale: readonly QueryKey[] = [queryKeys.panel.all],
  /** Announced even if the admin went on meanwhile. */
  saved?: string,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => saved && toastSuccess(saved),
    onSettled: () => Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
