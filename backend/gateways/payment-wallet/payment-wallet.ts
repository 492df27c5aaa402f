// The port to the payment provider: what the shop asks of a wallet, in the shop's own words.
import type { PaymentFacts } from '#backend/domain/payment/payment-facts.ts'

/** One checkout of one order. `idempotencyKey` names the attempt: the same key always returns the same checkout. */
export interface CheckoutRequest {
  readonly orderId: number
  readonly reference: string
  readonly title: string
  /** All that is paid. */
  readonly amountCents: number
  /** Of `amountCents`, what shipping costs (default 0): the provider shows it as a line of its own. */
  readonly shippingCents?: number
  readonly currency: string
  readonly expiresAt: Date
  readonly backUrls: { readonly success: string; readonly failure: string; readonly pending: string }
  readonly notificationUrl: string
  readonly idempotencyKey: string
}

/** A payment in the provider's own words. */
export type RawPayment = Readonly<Record<string, unknown>>

/** Without `amountCents` everything that is left is refunded. The same key never refunds twice. */
export interface RefundRequest {
  readonly paymentId: string
  readonly amountCents?: number
  readonly idempotencyKey: string
}

/** A notification as it arrived: the decoded query and the parsed JSON body. */
export interface ReceivedNotification {
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/**
 * What a notification is about. `payment`: a signed kind, to be verified before use. `other`: of no interest, which the
 * provider's older unsigned kinds are too; answer 200. `forged`: its body is of another payment than the one that is signed;
 * answer 401. `malformed`: that field of its body is absent or no such thing; answer 400.
 */
export type ParsedNotification =
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'malformed'; readonly field: 'type' | 'data.id' }
  | { readonly kind: 'other' | 'forged' }

/** The parts a signature covers: two headers, the `data.id` of the query, and the receiver's time. */
export interface NotificationSignature {
  readonly xSignature: string | undefined
  readonly xRequestId: string | undefined
  readonly dataId: string | undefined
  readonly now: Date
}

/** `noticeId` is the same for every delivery of one notice, however its header is written: 64 hex digits. */
export type SignatureVerdict =
  | { readonly ok: true; readonly noticeId: string }
  | { readonly ok: false; readonly reason: 'missing' | 'malformed' | 'mismatch' | 'outdated' }

/** The payment provider. Every method that asks it may throw PaymentWalletError and ends within its own deadline. */
export interface PaymentWallet {
  /** Opens a checkout. `initPoint` is the address where the shopper pays. */
  createCheckout(request: CheckoutRequest): Promise<{ preferenceId: string; initPoint: string }>
  /** The payment as the provider knows it now; undefined when it knows none with this id. */
  getPayment(paymentId: string): Promise<PaymentFacts | undefined>
  /** All payments made for a reference, newest first, rejected attempts included. */
  findPayments(reference: string): Promise<PaymentFacts[]>
  /** Payments of whatever reference that changed since then, the last ones first; the oldest may be missing of very many. */
  findChanged(since: Date): Promise<PaymentFacts[]>
  /** Lets nobody pay in a checkout from now on, but for some seconds; one that the provider will not change is left as it is. */
  closeCheckout(preferenceId: string): Promise<void>
  /** The same as the provider says it, newest first, what is of a person covered. */
  findRawPayments(reference: string): Promise<RawPayment[]>
  refund(request: RefundRequest): Promise<void>
  parseNotification(notification: ReceivedNotification): ParsedNotification
  verifyNotification(signature: NotificationSignature): SignatureVerdict
}

/**
 * unavailable: try again later; not_found: the provider knows no such thing; rejected_request: it refuses and would
 * again; misconfigured: our credentials are refused, an operator must act; conflict: the idempotency key was already
 * used for something else.
 */
export type PaymentWalletFailure = 'unavailable' | 'not_found' | 'rejected_request' | 'misconfigured' | 'conflict'

/** A call to the provider that failed. The message is for logs, never for shoppers; it holds no credential. */
export class PaymentWalletError extends Error {
  override readonly name = 'PaymentWalletError'
  readonly kind: PaymentWalletFailure

  constructor(kind: PaymentWalletFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}
