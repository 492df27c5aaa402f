// What an admin does with an order.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answered, emptyJson, orderApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

export type Step = { name: 'prepare' } | { name: 'ship'; carrier: string; tracking: string } | { name: 'deliver' }

/** Takes the next step with a paid order; the panel is asked anew whatever came of it. */
export function useOrderStep(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (step: Step) => takeStep(id, step),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.panel.all }),
  })
}

/** Asks nothing anew. */
export async function takeStep(id: number, step: Step): Promise<void> {
  const param = { id: String(id) }
  if (step.name === 'prepare') await answered(orderApi[':id'].prepare.$post({ param }, emptyJson))
  else if (step.name === 'deliver') await answered(orderApi[':id'].deliver.$post({ param }, emptyJson))
  else {
    const { carrier, tracking } = step
    await answered(orderApi[':id'].ship.$post({ param, json: { carrier, tracking } }))
  }
}

export type Refund = { lines: { id: number; quantity: number }[]; restock: boolean } | { amount: number }

/** Gives a part of an order's money back; every try of one dialog has the same key, so that it goes back once. */
export function useRefund(id: number, key: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: Refund) =>
      answered(
        orderApi[':id'].refund.$post({ param: { id: String(id) }, json }, { headers: { 'Idempotency-Key': key } }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.panel.all }),
  })
}
