// Reads and verifies the provider's notifications. Nothing in them is believed but the payment's id.
import { InvalidWebhookSignatureError, WebhookSignatureValidator } from 'mercadopago'
import { z } from 'zod'
import type {
  NotificationSignature,
  ParsedNotification,
  ReceivedNotification,
  SignatureVerdict,
} from './payment-wallet.ts'

/** How far a signature's time may lie from ours. Later replays would only cause one more look-up. */
const toleranceMs = 5 * 60_000
/** The provider documents milliseconds and shows seconds: a larger number than this can only be milliseconds. */
const largestSeconds = 1e11

const digits = /^\d{1,20}$/
const textOrNumber = z.union([z.string(), z.number()]).transform(String)
const paymentBody = z.object({
  id: textOrNumber,
  type: z.string(),
  action: z.string().default(''),
  data: z.object({ id: textOrNumber }),
})

function unsigned(query: ReceivedNotification['query']): ParsedNotification {
  if (query.topic !== 'payment') return { kind: 'other' }
  const paymentId = query.id ?? ''
  return digits.test(paymentId)
    ? { kind: 'unsigned_payment', paymentId }
    : { kind: 'malformed', reason: 'id is not a number' }
}

/** Tells what a notification is about; see ParsedNotification. Never throws. */
export function parseNotification({ query, body }: ReceivedNotification): ParsedNotification {
  if (query.topic !== undefined) return unsigned(query)
  const type = z.object({ type: z.string() }).safeParse(body)
  if (!type.success) return { kind: 'malformed', reason: 'the body has no type' }
  if (type.data.type !== 'payment') return { kind: 'other' }
  const parsed = paymentBody.safeParse(body)
  if (!parsed.success) return { kind: 'malformed', reason: 'the body is not a payment notification' }
  const { id, action, data } = parsed.data
  if (!digits.test(data.id)) return { kind: 'malformed', reason: 'data.id is not a number' }
  if (query['data.id'] !== data.id) return { kind: 'malformed', reason: 'data.id differs between query and body' }
  return { kind: 'payment', paymentId: data.id, notificationId: id, action }
}

function ageMs(xSignature: string, now: Date): number {
  const ts = Number(/(?:^|,)\s*ts\s*=\s*(\d{1,16})\s*(?:,|$)/.exec(xSignature)?.[1])
  return Math.abs(now.getTime() - (ts > largestSeconds ? ts : ts * 1000))
}

/** Checks a signature against `secret` (must not be empty: an empty one would accept forgeries). Never throws. */
export function verifySignature(secret: string, signature: NotificationSignature): SignatureVerdict {
  const { xSignature, xRequestId, dataId, now } = signature
  if (!xSignature?.trim()) return { ok: false, reason: 'missing' }
  try {
    WebhookSignatureValidator.validate({ xSignature, xRequestId, dataId, secret })
  } catch (error) {
    const mismatch = error instanceof InvalidWebhookSignatureError && error.reason === 'SignatureMismatch'
    return { ok: false, reason: mismatch ? 'mismatch' : 'malformed' }
  }
  // Written so that a time which cannot be read (NaN) counts as outdated.
  return ageMs(xSignature, now) <= toleranceMs ? { ok: true } : { ok: false, reason: 'outdated' }
}
