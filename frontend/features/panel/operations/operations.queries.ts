import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, operationsApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** Polling interval in milliseconds; hidden pages stop polling. */
const followEvery = 2000

export const operationsQuery = queryOptions({
  queryKey: queryKeys.panel.list('operations', {}),
  queryFn: () => answered(operationsApi.index.$get()),
  refetchInterval: followEvery,
})

/** Polled like the rest. */
export const deadLettersQuery = queryOptions({
  queryKey: queryKeys.panel.list('operations', { part: 'dead-letters' }),
  queryFn: () => answered(operationsApi.deadletters.$get()),
  refetchInterval: followEvery,
})

export function workQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.panel.list('operations', { id }),
    queryFn: () => answered(operationsApi.work[':id'].$get({ param: { id } })),
  })
}

export type Asked = Parameters<typeof operationsApi.index.$post>[0]['json']

/** Requests an operation; refetches the section after success or refusal. */
export function useOperation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (asked: Asked) => answered(operationsApi.index.$post({ json: asked })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.panel.lists('operations') }),
  })
}
