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

/**
 * What queues the notification of a payment, as the parts of a statement. `payment` is a table or an earlier part with the payment's id and
 * preference_id; its action is the parameter $1, and $2 the rules as JSON, null for those in force. A preference without notification_url
 * gets none. It is one statement with the change: a courier carries nothing that did not happen.
 */
export function announcing(payment: string): string {
  return `rules as (
      select r.* from json_to_record($2::json) as r(mute boolean, copies int, delay_ms int, bad_signature boolean, ipn boolean)
        where $2::json is not null
      union all select mute, copies, delay_ms, bad_signature, ipn from fake_wallet.delivery_rules where $2::json is null
    ), notification as (select nextval('fake_wallet.notification_ids') as id)
    insert into fake_wallet.deliveries (notification_id, payment_id, action, target, form, state, due_at)
    select notification.id, payment.id, $1::text, preference.request ->> 'notification_url', form,
      case when rules.mute then 'muted' else 'waiting' end, clock_timestamp() + rules.delay_ms * interval '1 millisecond'
    from notification, rules, ${payment} as payment join fake_wallet.preferences as preference on preference.id = payment.preference_id,
      unnest(array_fill(case when rules.bad_signature then 'bad_signature' else 'signed' end, array[rules.copies])
        || case when rules.ipn then array['ipn'] else array[]::text[] end) as form
    where preference.request ->> 'notification_url' is not null`
}

/** Queues the notification of a payment in the caller's transaction, by the rules in force or by the given ones. */
export async function announce(
  client: PoolClient,
  paymentId: string,
  action: 'payment.created' | 'payment.updated',
  given?: DeliveryRules,
): Promise<void> {
  await client.query(
    `with found as (select id, preference_id from fake_wallet.payments where id = $3), ${announcing('found')}`,
    [action, given ? JSON.stringify(given) : null, paymentId],
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
