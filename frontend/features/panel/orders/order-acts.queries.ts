import { answered, emptyJson, orderApi } from '#frontend/api.ts'
import { usePanelChange } from '#frontend/features/panel/panel-query.ts'

export type Step = 'prepare' | 'deliver' | 'ready' | 'handover'

export function takeStep(id: number, step: Step): Promise<unknown> {
  return answered(orderApi[':id'][step].$post({ param: { id: String(id) } }, emptyJson))
}

/** A part, or a whole payment. */
export type RefundName = { refund: number } | { paymentId: string }

/** Posts to a call of the order. */
export function useOrderChange<Json>(
  id: number,
  post: (given: { param: { id: string }; json: Json }) => Parameters<typeof answered>[0],
) {
  return usePanelChange((json: Json) => answered(post({ param: { id: String(id) }, json })))
}
