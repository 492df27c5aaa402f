// Parameters that the provider appends to the return address.
export type PaymentReturnSearch = { order?: number; payment_id?: string }

/** The provider writes "null" for unknown values. Ignores its `status`, which anybody can forge. */
export function readPaymentReturn(raw: Record<string, unknown>): PaymentReturnSearch {
  const search: PaymentReturnSearch = {}
  const order = Number(raw.order)
  if (Number.isSafeInteger(order) && order > 0) search.order = order
  if (typeof raw.payment_id === 'string' && /^\d{1,20}$/.test(raw.payment_id)) search.payment_id = raw.payment_id
  return search
}
