// When the provider notifies of a payment, fetch the payment: a notice is never believed.
import type { Policy } from './policy.ts'

export const whenPaymentNotifiedLearnIt: Policy<'PaymentNotified'> = {
  on: 'PaymentNotified',
  jobs: ({ data }) => [{ name: 'learn-payment', data: { paymentId: data.paymentId } }],
}
