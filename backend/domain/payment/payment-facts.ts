// The provider's facts about a payment, in the shop's words.

/** The provider's payment states; 'unknown' is one this shop has never heard of: it counts as pending. */
export const providerStatuses = [
  'approved',
  'pending',
  'in_process',
  'authorized',
  'rejected',
  'cancelled',
  'refunded',
  'charged_back',
  'in_mediation',
  'unknown',
] as const
export type ProviderStatus = (typeof providerStatuses)[number]

/** One payment as fetched from the provider, never taken from a notification. */
export type PaymentFacts = {
  /** Decimal digits. */
  readonly paymentId: string
  readonly status: ProviderStatus
  readonly statusDetail: string
  /** The `reference` the checkout was made with; empty when the payment has none. */
  readonly reference: string
  /** Hundredths of the currency unit. */
  readonly amountCents: number
  readonly currency: string
  /** The account that received the money, decimal digits. */
  readonly sellerId: string
  /** False for a payment with test credentials. */
  readonly liveMode: boolean
  readonly refundedCents: number
  /** ISO 8601 in UTC; sorts the payments of an order. */
  readonly updatedAt: string
}
