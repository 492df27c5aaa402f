// What the provider said of refunds that it refused or did not answer: for the staff, in the provider's words.
import type { OrderDetail } from '#backend/domain/order/order.contract.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'

/** The last answer of each trouble of an order, by the number of the part or the id of the payment. */
export async function refundAnswers(
  store: EventStore<ShopLog>,
  { id, refunds, fullRefunds }: Pick<OrderDetail, 'id' | 'refunds' | 'fullRefunds'>,
): Promise<Record<string, string>> {
  const isStuck = ({ state }: { state: string }) => state === 'refused' || state === 'unanswered'
  if (![...refunds, ...fullRefunds].some(isStuck)) return {}
  const stream = `payment-${id}` as const
  const events = (await store.readStreams([stream])).get(stream) ?? []
  return Object.fromEntries(
    events.flatMap(({ data }) => {
      if (!('detail' in data)) return []
      // Its first sentence: what follows repeats it for programs.
      const isPart = 'refund' in data && data.refund !== wholePayment
      return [[isPart ? String(data.refund) : data.paymentId, data.detail.replace(/ \[\{.*$/s, '')]]
    }),
  )
}
