/** The number of the refund that gives a whole payment back; parts count from 1. */
export const wholePayment = 0

/** The id of the stream that a payment is in: those of an order share one, a payment of no order has its own. */
export function paymentStreamId({ orderId, paymentId }: { orderId: number | null; paymentId: string }): string {
  return orderId === null ? `0:${paymentId}` : String(orderId)
}
