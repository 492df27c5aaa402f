// Notifications to the seller: queued together with the change, listed in the delivery log.
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'

export type NotificationForm = 'signed' | 'bad_signature' | 'ipn'

/** Delivery rules: muted, repeated, late, badly signed, or followed by the older unsigned kind. */
export const deliveryRules = z.object({
  mute: z.boolean().default(false),
  copies: z.int().min(1).max(20).default(1),
  delay_ms: z.int().min(0).max(600_000).default(0),
  bad_signature: z.boolean().default(false),
  ipn: z.boolean().default(false),
})
export type DeliveryRules = z.infer<typeof deliveryRules>

export interface DeliveryRow {
  readonly id: string
  readonly notification_id: string
  readonly payment_id: string
  readonly action: string
  readonly target: string
  readonly form: NotificationForm
  readonly state: 'waiting' | 'delivered' | 'given_up' | 'muted'
  readonly attempts: number
  readonly last_answer: string | null
  readonly created_at: Date
}

export async function setDeliveryRules(database: Pool, rules: DeliveryRules): Promise<void> {
  await database.query(
    'update fake_wallet.delivery_rules set mute = $1, copies = $2, delay_ms = $3, bad_signature = $4, ipn = $5',
    [rules.mute, rules.copies, rules.delay_ms, rules.bad_signature, rules.ipn],
  )
}

export async function announce(
  client: PoolClient,
  paymentId: string,
  action: 'payment.created' | 'payment.updated',
  given?: DeliveryRules,
): Promise<void> {
  const rules = given ? JSON.stringify(given) : null
  await client.query('select fake_wallet.announce($1, $2, $3)', [paymentId, action, rules])
}

export async function deliveryLog(database: Pool, limit: number, paymentId?: string): Promise<DeliveryRow[]> {
  const found = await database.query(
    `select id, notification_id, payment_id, action, target, form, state, attempts, last_answer, created_at
     from fake_wallet.deliveries where $2::bigint is null or payment_id = $2 order by id desc limit $1`,
    [limit, paymentId],
  )
  return found.rows
}
