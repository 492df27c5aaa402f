// Parses the provider's answers into the port's words, checking the few fields that the shop relies on.
import { z } from 'zod'
import { toCents } from '#backend/domain/money.ts'
import { type PaymentFacts, type ProviderStatus, providerStatuses } from '#backend/domain/payment/payment-facts.ts'

/** Some answers have numeric ids, others text; text loses no digits. */
const id = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,20}$/)]).transform(String)

const cents = z.number().transform((decimal, context) => {
  const whole = toCents(decimal)
  if (whole !== null) return whole
  context.addIssue({ code: 'custom', message: `${decimal} is not a whole number of cents` })
  return z.NEVER
})

function statusOf(text: string): ProviderStatus {
  if (text === 'canceled') return 'cancelled'
  return providerStatuses.find((status) => status === text) ?? 'unknown'
}

export const preferenceAnswer = z.object({ id: z.string().min(1), init_point: z.url({ protocol: /^https?$/ }) })

export const refundAnswer = z.object({ id })

export const paymentAnswer = z
  .object({
    id,
    status: z.string(),
    status_detail: z.string().nullish(),
    external_reference: z.string().nullish(),
    transaction_amount: cents,
    transaction_amount_refunded: cents.nullish(),
    currency_id: z.string(),
    collector_id: id,
    live_mode: z.boolean(),
    date_created: z.iso.datetime({ offset: true }),
    date_last_updated: z.iso.datetime({ offset: true }).nullish(),
  })
  .transform(
    (payment): PaymentFacts => ({
      paymentId: payment.id,
      status: statusOf(payment.status),
      statusDetail: payment.status_detail ?? '',
      reference: payment.external_reference ?? '',
      amountCents: payment.transaction_amount,
      currency: payment.currency_id,
      sellerId: payment.collector_id,
      liveMode: payment.live_mode,
      refundedCents: payment.transaction_amount_refunded ?? 0,
      updatedAt: new Date(payment.date_last_updated ?? payment.date_created).toISOString(),
    }),
  )

/** Only shown to people, so its fields stay unchecked. */
export const rawSearchAnswer = z.object({ results: z.array(z.record(z.string(), z.unknown())) })

export const searchAnswer = z.object({
  results: z.array(paymentAnswer),
  paging: z.object({ total: z.int().nonnegative() }),
})
