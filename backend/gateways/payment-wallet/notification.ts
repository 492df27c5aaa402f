// Reads and verifies the provider's notifications. Nothing in them is believed but the payment's id.
import { createHash } from 'node:crypto'
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

const time = /^\d{1,16}$/
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

/** Checks a signature against `secret` (must not be empty: an empty one would accept forgeries). Never throws. */
export function verifySignature(secret: string, signature: NotificationSignature): SignatureVerdict {
  const { xRequestId, dataId, now } = signature
  if (!signature.xSignature?.trim()) return { ok: false, reason: 'missing' }
  const { ts = '', v1 = '' } = partsOf(signature.xSignature) ?? {}
  if (!time.test(ts)) return { ok: false, reason: 'malformed' }
  try {
    // The SDK sees what was read here and nothing else of the header.
    WebhookSignatureValidator.validate({ xSignature: `ts=${ts},v1=${v1}`, xRequestId, dataId, secret })
  } catch (error) {
    const mismatch = error instanceof InvalidWebhookSignatureError && error.reason === 'SignatureMismatch'
    return { ok: false, reason: mismatch ? 'mismatch' : 'malformed' }
  }
  if (ageMs(Number(ts), now) > toleranceMs) return { ok: false, reason: 'outdated' }
  // Of what the signature covers and of nothing that a sender may vary.
  const noticeId = createHash('sha256').update(`${dataId};${xRequestId};${ts}`).digest('hex')
  return { ok: true, noticeId }
}

/** The header's parts by key; undefined if a key comes twice, because two readers could then believe different ones. */
function partsOf(xSignature: string): Record<string, string> | undefined {
  const parts = new Map<string, string>()
  for (const part of xSignature.split(',')) {
    const [key = '', ...value] = part.split('=')
    const name = key.trim().toLowerCase()
    if (parts.has(name)) return undefined
    parts.set(name, value.join('=').trim())
  }
  return Object.fromEntries(parts)
}

function ageMs(ts: number, now: Date): number {
  return Math.abs(now.getTime() - (ts > largestSeconds ? ts : ts * 1000))
}
