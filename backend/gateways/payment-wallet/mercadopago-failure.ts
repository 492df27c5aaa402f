import { MercadoPagoError } from 'mercadopago'
import { z } from 'zod'
import { PaymentWalletError, type PaymentWalletFailure } from './payment-wallet.ts'

const kindByStatus: Readonly<Record<number, PaymentWalletFailure>> = {
  400: 'rejected_request',
  401: 'misconfigured',
  402: 'rejected_request',
  403: 'misconfigured',
  404: 'not_found',
  409: 'conflict',
  422: 'rejected_request',
}

function describe(error: MercadoPagoError): string {
  const causes = error.causes?.length ? ` ${JSON.stringify(error.causes).slice(0, 300)}` : ''
  return `payment provider answered ${error.status || 'nothing'}: ${String(error.message).slice(0, 200)}${causes}`
}

/** Treats everything except a clear refusal as 'unavailable'. */
export function toWalletError(error: unknown): PaymentWalletError {
  if (error instanceof PaymentWalletError) return error
  if (error instanceof MercadoPagoError) {
    return new PaymentWalletError(kindByStatus[error.status] ?? 'unavailable', describe(error), { cause: error })
  }
  if (error instanceof z.ZodError) {
    const where = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
    return new PaymentWalletError('unavailable', `payment provider's answer is not understood (${where})`)
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new PaymentWalletError('unavailable', `payment provider cannot be reached: ${reason}`, { cause: error })
}
