// Many products changed at once: what is under way, its rows, and what is asked for.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BatchPart } from '#backend/domain/batch/batch.limits.ts'
import { answered, type Batch, batchApi, emptyJson } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** Milliseconds between two looks at what is under way; a page that is not in sight looks no more. */
const followEvery = 1000

const isUnderWay = ({ state }: Pick<Batch, 'state'>) =>
  state === 'scheduled' || state === 'waiting' || state === 'running' || state === 'undoing'

/** The last ones, and the brands that a change of prices can choose. */
export const batchesQuery = queryOptions({
  queryKey: queryKeys.panel.list('batches', {}),
  queryFn: () => answered(batchApi.index.$get()),
  refetchInterval: ({ state: { data } }) => (data?.batches.some(isUnderWay) ? followEvery : false),
})

export function batchQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.panel.list('batches', { id }),
    queryFn: () => answered(batchApi[':id'].$get({ param: { id } })),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? followEvery : false),
  })
}

/** state: of the batch, so that its rows are asked anew when it took a step. */
export function batchRowsQuery({ id, state, file }: Batch, part: BatchPart, page: number) {
  return queryOptions({
    queryKey: queryKeys.panel.list('batches', { id, state, columns: file?.columns, part, page }),
    queryFn: () => answered(batchApi[':id'].rows.$get({ param: { id }, query: { part, page: String(page) } })),
    placeholderData: keepPreviousData,
  })
}

type Steps = {
  columns: NonNullable<Batch['file']>['columns']
  begin: { reason: string; at?: string }
  undo: { reason: string }
  cancel: null
}
export type Step = { [Name in keyof Steps]: { name: Name; body: Steps[Name] } }[keyof Steps]

/** Takes a step of a batch; panel and shop are asked anew. */
export function useStep(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (step: Step) => answered(callOf(id, step)),
    onSuccess: (batch) => queryClient.setQueryData(batchQuery(id).queryKey, batch),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.panel.lists('batches') }),
  })
}

function callOf(id: string, { name, body }: Step) {
  const param = { id }
  if (name === 'columns') return batchApi[':id'].columns.$post({ param, json: { columns: body } })
  if (name === 'begin') return batchApi[':id'].begin.$post({ param, json: body })
  if (name === 'undo') return batchApi[':id'].undo.$post({ param, json: body })
  return batchApi[':id'].cancel.$post({ param }, emptyJson)
}

export function useSendFile() {
  return useMutation({ mutationFn: (file: File) => answered(batchApi.file.$post({ form: { file } })) })
}

export type PricesAsked = Parameters<typeof batchApi.prices.$post>[0]['json']

export function usePrices() {
  return useMutation({ mutationFn: (asked: PricesAsked) => answered(batchApi.prices.$post({ json: asked })) })
}
