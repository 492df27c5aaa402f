import { answered, operationsApi } from '#frontend/api.ts'
import { panelQuery, usePanelChange } from '#frontend/features/panel/panel-query.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** Polling interval in milliseconds; hidden pages stop polling. */
const followEvery = 2000

export const operationsQuery = {
  ...panelQuery('operations', {}, () => answered(operationsApi.index.$get())),
  refetchInterval: followEvery,
}

export const deadLettersQuery = {
  ...panelQuery('operations', { part: 'dead-letters' }, () => answered(operationsApi.deadletters.$get())),
  refetchInterval: followEvery,
}

export const workQuery = (id: string) =>
  panelQuery('operations', { id }, () => answered(operationsApi.work[':id'].$get({ param: { id } })))

export type Asked = Parameters<typeof operationsApi.index.$post>[0]['json']

/** Requests an operation. */
export function useOperation() {
  return usePanelChange(
    (asked: Asked) => answered(operationsApi.index.$post({ json: asked })),
    [queryKeys.panel.lists('operations')],
  )
}
