// Notifications to the seller: queued with the change they tell of, listed in the delivery log.
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'

export type NotificationForm = 'signed' | 'bad_signature' | 'ipn'

/** How notifications behave: not sent at all, several times, late, badly signed, followed by the older unsigned kind. */
export const deliveryRules = z.object({
  mute: z.boolean().default(false),
  copies: z.int().min(1).max(20).default(1),
  delay_ms: z.int().min(0).max(600_000).default(0),
  bad_signature: z.boolean().default(false),
  ipn: z.boolean().default(false),
})
export type DeliveryRules = z.infer<typeof deliveryRules>

/** A notification in the log. */
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

/** Replaces the rules for all notifications from now on. */
export async function setDeliveryRules(database: Pool, rules: DeliveryRules): Promise<void> {
  await database.query(
    'update fake_wallet.delivery_rules set mute = $1, copies = $2, delay_ms = $3, bad_signature = $4, ipn = $5',
    [rules.mute, rules.copies, rules.delay_ms, rules.bad_signature, rules.ipn],
  )
}

async function currentRules(client: PoolClient): Promise<DeliveryRules> {
  const found = await client.query('select mute, copies, delay_ms, bad_signature, ipn from fake_wallet.delivery_rules')
  return deliveryRules.parse(found.rows[0])
}

/**
 * Queues the notification of a payment in the caller's transaction, by the rules in force or by the given ones. A
 * preference without notification_url gets none.
 */
export async function announce(
  client: PoolClient,
  paymentId: string,
  action: 'payment.created' | 'payment.updated',
  given?: DeliveryRules,
): Promise<void> {
  const rules = given ?? (await currentRules(client))
  const signed = rules.bad_signature ? 'bad_signature' : 'signed'
  const forms: NotificationForm[] = [...Array(rules.copies).fill(signed), ...(rules.ipn ? ['ipn' as const] : [])]
  await client.query(
    `with notification as (select nextval('fake_wallet.notification_ids') as id)
     insert into fake_wallet.deliveries (notification_id, payment_id, action, target, form, state, due_at)
     select notification.id, payment.id, $2, preference.request ->> 'notification_url', form, $4,
       clock_timestamp() + $5 * interval '1 millisecond'
     from notification, unnest($3::text[]) as form, fake_wallet.payments as payment
       join fake_wallet.preferences as preference on preference.id = payment.preference_id
     where payment.id = $1 and preference.request ->> 'notification_url' is not null`,
    [paymentId, action, forms, rules.mute ? 'muted' : 'waiting', rules.delay_ms],
  )
}

/** The delivery log, newest first, of all payments or of one. */
export async function deliveryLog(database: Pool, limit: number, paymentId?: string): Promise<DeliveryRow[]> {
  const found = await database.query(
    `select id, notification_id, payment_id, action, target, form, state, attempts, last_answer, created_at
     from fake_wallet.deliveries where $2::bigint is null or payment_id = $2 order by id desc limit $1`,
    [limit, paymentId],
  )
  return found.rows
}
