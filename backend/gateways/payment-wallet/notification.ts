// Reads and verifies the provider's notifications. Trusts only the payment's id.
import { createHash } from 'node:crypto'
import { InvalidWebhookSignatureError, WebhookSignatureValidator } from 'mercadopago'
import { z } from 'zod'
import type {
  NotificationSignature,
  ParsedNotification,
  ReceivedNotification,
  SignatureVerdict,
} from './payment-wallet.ts'

/** Tolerated clock difference. A later replay would only cause one more look-up. */
const toleranceMs = 5 * 60_000
/** The provider documents milliseconds but shows seconds; larger numbers must be milliseconds. */
const largestSeconds = 1e11

const time = /^\d{1,16}$/
const typedBody = z.object({ type: z.string() })
const paymentBody = z.object({
  data: z.object({
    id: z
      .union([z.string(), z.number()])
      .transform(String)
      .pipe(z.string().regex(/^\d{1,20}$/)),
  }),
})

export function parseNotification({ query, body }: ReceivedNotification): ParsedNotification {
  if (query.topic !== undefined) return { kind: 'other' }
  const type = typedBody.safeParse(body)
  if (!type.success) return { kind: 'malformed', field: 'type' }
  if (type.data.type !== 'payment') return { kind: 'other' }
  const parsed = paymentBody.safeParse(body)
  if (!parsed.success) return { kind: 'malformed', field: 'data.id' }
  // The signature covers the id of the query, not of the body.
  if (query['data.id'] !== parsed.data.data.id) return { kind: 'forged' }
  return { kind: 'payment', paymentId: parsed.data.data.id }
}

/** `secret` must not be empty: an empty one would accept forgeries. Never throws. */
export function verifySignature(secret: string, signature: NotificationSignature): SignatureVerdict {
  const { xRequestId, dataId, now } = signature
  if (!signature.xSignature?.trim()) return { ok: false, reason: 'missing' }
  const { ts = '', v1 = '' } = partsOf(signature.xSignature) ?? {}
  if (!time.test(ts)) return { ok: false, reason: 'malformed' }
  try {
    // Passes only the parsed parts to the SDK, not the raw header.
    WebhookSignatureValidator.validate({ xSignature: `ts=${ts},v1=${v1}`, xRequestId, dataId, secret })
  } catch (error) {
    const mismatch = error instanceof InvalidWebhookSignatureError && error.reason === 'SignatureMismatch'
    return { ok: false, reason: mismatch ? 'mismatch' : 'malformed' }
  }
  if (ageMs(Number(ts), now) > toleranceMs) return { ok: false, reason: 'outdated' }
  // Hashes signed parts only, since a sender may vary the rest.
  const noticeId = createHash('sha256').update(`${dataId};${xRequestId};${ts}`).digest('hex')
  return { ok: true, noticeId }
}

/** Undefined if a key occurs twice, because two readers could pick different values. */
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
