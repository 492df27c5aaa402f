/** The number of the refund that gives a whole payment back; parts count from 1. */
export const wholePayment = 0

/** The id of the stream that a payment is in: those of an order share one, a payment of no order has its own. */
export function paymentStreamId({ orderId, paymentId }: { orderId: number | null; paymentId: string }): string {
  return orderId === null ? `0:${paymentId}` : String(orderId)
}

/** The bank's number of a movement without separators or leading zeros; null if it can't be one. */
export function movementNumber(typed: string): string | null {
  const number = typed
    .toUpperCase()
    .replaceAll(/[\s./-]/g, '')
    .replace(/^0+/, '')
  return /^[0-9A-Z]{3,30}$/.test(number) ? number : null
}

/** A movement among the payments of an order; the provider's are digits alone. */
export const movementPayment = (number: string): string => `T-${number}`

export const movementOf = (paymentId: string): string => paymentId.slice('T-'.length)

export function isMovement(paymentId: string): boolean {
  return paymentId.startsWith('T-')
}
