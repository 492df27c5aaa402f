import { queryOptions } from '@tanstack/react-query'
import type { BatchPart } from '#backend/domain/batch/batch.limits.ts'
import { answered, type Batch, batchApi } from '#frontend/api.ts'
import { panelPageQuery, panelQuery, usePanelChange } from '#frontend/features/panel/panel-query.ts'
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

/** Posts a step of the batch. */
export function useStep<Json>(
  id: string,
  post: (given: { param: { id: string }; json: Json }) => Parameters<typeof answered>[0],
) {
  return usePanelChange((json: Json) => answered(post({ param: { id }, json })), [queryKeys.panel.lists('batches')])
}
