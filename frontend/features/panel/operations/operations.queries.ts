// What the section Operaciones follows, and what it asks for.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, operationsApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** Milliseconds between two looks; a page that is not in sight looks no more. */
const followEvery = 2000

/** Where everything is, read again as long as it is shown. */
export const operationsQuery = queryOptions({
  queryKey: queryKeys.panel.list('operations', {}),
  queryFn: () => answered(operationsApi.index.$get()),
  refetchInterval: followEvery,
})

/** What stands still; followed like the rest. */
export const deadLettersQuery = queryOptions({
  queryKey: queryKeys.panel.list('operations', { part: 'dead-letters' }),
  queryFn: () => answered(operationsApi.deadletters.$get()),
  refetchInterval: followEvery,
})

/** One thing that was asked for, with what it found. */
export function workQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.panel.list('operations', { id }),
    queryFn: () => answered(operationsApi.work[':id'].$get({ param: { id } })),
  })
}

export type Asked = Parameters<typeof operationsApi.index.$post>[0]['json']

/** Asks for something; the section is read again when it was taken, and when it was refused. */
export function useOperation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (asked: Asked) => answered(operationsApi.index.$post({ json: asked })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.panel.lists('operations') }),
  })
}
