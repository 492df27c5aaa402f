// What the provider appends to the address when it sends the shopper back.
export type PaymentReturnSearch = { order?: number; payment_id?: string }

/** Reads the two facts the page needs; the provider writes "null" for what it does not know. Its `status` is never believed. */
export function readPaymentReturn(raw: Record<string, unknown>): PaymentReturnSearch {
  const search: PaymentReturnSearch = {}
  const order = Number(raw.order)
  if (Number.isSafeInteger(order) && order > 0) search.order = order
  if (typeof raw.payment_id === 'string' && /^\d{1,20}$/.test(raw.payment_id)) search.payment_id = raw.payment_id
  return search
}
