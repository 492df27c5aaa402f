import { isMovement, movementOf } from '#backend/domain/payment/payment-ids.limits.ts'

/** As staff look for it: with the provider, or on the bank's statement. */
export function paymentName(paymentId: string): string {
  return isMovement(paymentId) ? `Movimiento Nº ${movementOf(paymentId)}` : `Pago Nº ${paymentId}`
}
