import type { PaymentFacts } from '#backend/domain/payment/payment-facts.ts'

/** One checkout of one order. The same `idempotencyKey` always returns the same checkout. */
export interface CheckoutRequest {
  readonly orderId: number
  readonly reference: string
  readonly title: string
  /** The total, including shipping. */
  readonly amountCents: number
  /** Shipping's share of `amountCents` (default 0); the provider shows a separate line. */
  readonly shippingCents?: number
  readonly currency: string
  readonly expiresAt: Date
  readonly backUrls: { readonly success: string; readonly failure: string; readonly pending: string }
  readonly notificationUrl: string
  readonly idempotencyKey: string
}

export type RawPayment = Readonly<Record<string, unknown>>

/** Refunds the whole remainder without `amountCents`. The same key never refunds twice. */
export interface RefundRequest {
  readonly paymentId: string
  readonly amountCents?: number
  readonly idempotencyKey: string
}

export interface ReceivedNotification {
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/**
 * `payment`: a signed kind; verify before use. `other`: irrelevant, or one of the provider's older unsigned kinds;
 * answer 200. `forged`: body and signed id differ; answer 401. `malformed`: a field of the body is missing or
 * invalid; answer 400.
 */
export type ParsedNotification =
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'malformed'; readonly field: 'type' | 'data.id' }
  | { readonly kind: 'other' | 'forged' }

export interface NotificationSignature {
  readonly xSignature: string | undefined
  readonly xRequestId: string | undefined
  readonly dataId: string | undefined
  readonly now: Date
}

/** `noticeId`: 64 hex digits, the same for every delivery of one notice. */
export type SignatureVerdict =
  | { readonly ok: true; readonly noticeId: string }
  | { readonly ok: false; readonly reason: 'missing' | 'malformed' | 'mismatch' | 'outdated' }

/** One way to pay an amount in `count` instalments by a card. `brand`: its name; `cftea`: yearly cost of financing; as told. */
export type InstalmentPlan = {
  readonly brand: string
  readonly count: number
  readonly amountCents: number
  readonly totalCents: number
  readonly cftea: string
  readonly isInterestFree: boolean
}

/** Methods that call the provider may throw PaymentWalletError and end within their own deadline. */
export interface PaymentWallet {
  createCheckout(request: CheckoutRequest): Promise<{ preferenceId: string; initPoint: string }>
  getPayment(paymentId: string): Promise<PaymentFacts | undefined>
  /** Newest first, rejected attempts included. */
  findPayments(reference: string): Promise<PaymentFacts[]>
  /** All payments changed since then, latest first; very long lists may lack the oldest. */
  findChanged(since: Date): Promise<PaymentFacts[]>
  /** Stops payments in a checkout within seconds; leaves a checkout that the provider refuses to change. */
  closeCheckout(preferenceId: string): Promise<void>
  /** The provider's raw answers, newest first, with personal data masked. */
  findRawPayments(reference: string): Promise<RawPayment[]>
  refund(request: RefundRequest): Promise<void>
  /** Plans of two instalments or more for an amount, by brand; empty if there are none. */
  findInstalments(amountCents: number): Promise<InstalmentPlan[]>
  parseNotification(notification: ReceivedNotification): ParsedNotification
  verifyNotification(signature: NotificationSignature): SignatureVerdict
}

/**
 * unavailable: try again later; not_found: unknown to the provider; rejected_request: refused for good;
 * misconfigured: our credentials are refused, an operator must act; conflict: the idempotency key belongs to another
 * request.
 */
export type PaymentWalletFailure = 'unavailable' | 'not_found' | 'rejected_request' | 'misconfigured' | 'conflict'

/** The message is for logs, never for shoppers; it contains no credential. */
export class PaymentWalletError extends Error {
  override readonly name = 'PaymentWalletError'
  readonly kind: PaymentWalletFailure

  constructor(kind: PaymentWalletFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}
