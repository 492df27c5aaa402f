import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BatchPart } from '#backend/domain/batch/batch.limits.ts'
import { answered, type Batch, batchApi, emptyJson } from '#frontend/api.ts'
import { panelPageQuery, panelQuery } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** Polling interval in milliseconds; hidden pages stop polling. */
const followEvery = 1000

const isUnderWay = ({ state }: Pick<Batch, 'state'>) =>
  state === 'scheduled' || state === 'waiting' || state === 'running' || state === 'undoing'

/** Recent batches, and the brands for price rules. */
export const batchesQuery = queryOptions({
  ...panelQuery('batches', {}, () => answered(batchApi.index.$get())),
  refetchInterval: ({ state: { data } }) => (data?.batches.some(isUnderWay) ? followEvery : false),
})

export function batchQuery(id: string) {
  return queryOptions({
    ...panelQuery('batches', { id }, () => answered(batchApi[':id'].$get({ param: { id } }))),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? followEvery : false),
  })
}

/** `state`: refetches the rows after each step. */
export function batchRowsQuery({ id, state, file }: Batch, part: BatchPart, page: number) {
  return panelPageQuery('batches', { id, state, columns: file?.columns, part, page }, () =>
    answered(batchApi[':id'].rows.$get({ param: { id }, query: { part, page: String(page) } })),
  )
}

type Steps = {
  columns: NonNullable<Batch['file']>['columns']
  begin: { reason: string; at?: string }
  undo: { reason: string }
  cancel: null
}
export type Step = { [Name in keyof Steps]: { name: Name; body: Steps[Name] } }[keyof Steps]

/** Advances a batch, then refetches panel and shop. */
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
