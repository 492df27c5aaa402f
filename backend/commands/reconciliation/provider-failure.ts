// A call to the payment provider that failed: whoever waits for it is told to try again later, and the operator is told why.
import { Rejection } from '#backend/domain/rejection.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { logError, logWarning } from '#backend/telemetry/log.ts'

/** What a person is told of an error: the Rejection payment_unavailable for the provider's, which is logged; any other stays what it is. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof PaymentWalletError)) return error
  tellOperator(error)
  return new Rejection('payment_unavailable')
}

/** Refused credentials are an error of ours, to be woken up for; all else passes. */
export function tellOperator(error: PaymentWalletError): void {
  if (error.kind === 'misconfigured') logError('payment provider', error, { failure: error.kind })
  else logWarning('payment provider', { failure: error.kind, detail: error.message })
}
