import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PanelView } from '#backend/domain/views/views.limits.ts'
import { answered, panelApi } from '#frontend/api.ts'
import { panelQuery } from '#frontend/features/panel/panel-query.ts'

export const viewsQuery = panelQuery('views', {}, () => answered(panelApi.views.$get()))

/** Saves the list of views. Refetches it after a conflict with another tab. */
export function useKeepViews() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: (views: readonly PanelView[]) => PanelView[]) => {
      const { revision, views } = await queryClient.ensureQueryData(viewsQuery)
      return answered(panelApi.views.$post({ json: { seen: revision, views: change(views) } }))
    },
    onSuccess: (kept) => queryClient.setQueryData(viewsQuery.queryKey, kept),
    onError: () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
}
