import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, emptyJson, orderApi, panelApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

type PlainStep = { name: 'prepare' | 'deliver' | 'ready' | 'handover' }
export type Step = PlainStep | { name: 'ship'; carrier: string; tracking: string; corrects?: true }

export function useOrderStep(id: number) {
  return usePanelChange((step: Step) => takeStep(id, step))
}

export async function takeStep(id: number, step: Step): Promise<void> {
  const param = { id: String(id) }
  if (step.name !== 'ship') {
    await answered(orderApi[':id'][step.name].$post({ param }, emptyJson))
    return
  }
  const { name: _, ...json } = step
  await answered(orderApi[':id'].ship.$post({ param, json }))
}

export type Refund = { lines: { id: number; quantity: number }[]; restock: boolean } | { amount: number }

export function useRefund(id: number) {
  return usePanelChange((json: Refund) => answered(orderApi[':id'].refund.$post({ param: { id: String(id) }, json })))
}

/** A part, or a whole payment. */
export type RefundName = { refund: number } | { paymentId: string }

export function useRefundRetry(id: number) {
  return usePanelChange((json: RefundName) =>
    answered(orderApi[':id'].refund.retry.$post({ param: { id: String(id) }, json })),
  )
}

/** Records how a failed refund was settled otherwise. */
export function useRefundDismissal(id: number) {
  return usePanelChange((json: RefundName & { note: string }) =>
    answered(orderApi[':id'].refund.dismiss.$post({ param: { id: String(id) }, json })),
  )
}

export type UnmatchedDecision = { paymentId: string; act: 'refund' | 'dismiss'; note: string }

export function useUnmatchedDecision() {
  return usePanelChange(({ paymentId, ...json }: UnmatchedDecision) =>
    answered(panelApi.unmatched[':id'].$post({ param: { id: paymentId }, json })),
  )
}

export type AsideDecision = { paymentId: string; act: 'accept' | 'refund' | 'dismiss'; note: string }

export function useAsideDecision(id: number) {
  return usePanelChange((json: AsideDecision) =>
    answered(orderApi[':id'].aside.$post({ param: { id: String(id) }, json })),
  )
}

export type MovementEntry = { number: string; date: string; amount: number }

export function useMovement(id: number) {
  return usePanelChange((json: MovementEntry) =>
    answered(orderApi[':id'].movement.$post({ param: { id: String(id) }, json })),
  )
}

/** The movement by which a refund was transferred. */
export function useRefundMovement(id: number) {
  return usePanelChange((json: RefundName & Omit<MovementEntry, 'amount'>) =>
    answered(orderApi[':id'].refund.transferred.$post({ param: { id: String(id) }, json })),
  )
}

export function useStaffCancellation(id: number) {
  return usePanelChange((note: string) =>
    answered(orderApi[':id'].transfer.cancel.$post({ param: { id: String(id) }, json: { note } })),
  )
}

/** The buyer's account, if they can't give it themselves. */
export function useRefundAccount(id: number) {
  return usePanelChange((cbu: string) =>
    answered(orderApi[':id'].transfer.account.$post({ param: { id: String(id) }, json: { cbu } })),
  )
}

/** Refetches the panel after success and failure. */
function usePanelChange<Change>(mutationFn: (change: Change) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.panel.all }),
  })
}
