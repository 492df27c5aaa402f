import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PanelView } from '#backend/domain/views/views.limits.ts'
import { answered, type PanelViews, panelApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

export const viewsQuery = queryOptions({
  queryKey: queryKeys.panel.list('views', {}),
  queryFn: (): Promise<PanelViews> => answered(panelApi.views.$get()),
})

/** Saves the list of views. Refetches it after a conflict with another tab. */
export function useKeepViews() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: (views: readonly PanelView[]) => PanelView[]): Promise<PanelViews> => {
      const { revision, views } = await queryClient.ensureQueryData(viewsQuery)
      return answered(panelApi.views.$post({ json: { seen: revision, views: change(views) } }))
    },
    onSuccess: (kept) => queryClient.setQueryData(viewsQuery.queryKey, kept),
    onError: () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
}
