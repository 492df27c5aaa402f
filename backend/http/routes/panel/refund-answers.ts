// The provider's words about refused or unanswered refunds, for the staff.
import type { OrderDetail } from '#backend/domain/order/order.contract.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { ShopStore } from '#backend/shop-store.ts'

export async function refundAnswers(
  store: ShopStore,
  { id, refunds, fullRefunds }: Pick<OrderDetail, 'id' | 'refunds' | 'fullRefunds'>,
): Promise<Record<string, string>> {
  const isStuck = ({ state }: { state: string }) => state === 'refused' || state === 'unanswered'
  if (![...refunds, ...fullRefunds].some(isStuck)) return {}
  const stream = `payment-${id}` as const
  const events = (await store.readStreams([stream])).get(stream) ?? []
  return Object.fromEntries(
    events.flatMap(({ data }) => {
      if (!('detail' in data)) return []
      // Keeps the first sentence; the rest repeats it for programs.
      const isPart = 'refund' in data && data.refund !== wholePayment
      return [[isPart ? String(data.refund) : data.paymentId, data.detail.replace(/ \[\{.*$/s, '')]]
    }),
  )
}
