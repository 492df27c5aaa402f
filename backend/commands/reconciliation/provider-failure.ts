// A failed provider call: the caller is told to retry, the operator gets the reason.
import { Rejection } from '#backend/domain/rejection.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { logError, logWarning } from '#backend/telemetry/log.ts'

/** Converts a provider error into Rejection payment_unavailable and logs it; returns other errors unchanged. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof PaymentWalletError)) return error
  tellOperator(error)
  return new Rejection('payment_unavailable')
}

/** Refused credentials need an operator at once; other failures pass. */
export function tellOperator(error: PaymentWalletError): void {
  if (error.kind === 'misconfigured') logError('payment provider', error, { failure: error.kind })
  else logWarning('payment provider', { failure: error.kind, detail: error.message })
}
