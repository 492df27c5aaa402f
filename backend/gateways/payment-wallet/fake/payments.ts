// The fake wallet pays, settles and refunds. Each change queues its notification to the seller in the same transaction.
import type { Pool, PoolClient } from 'pg'
import { type Bank, transact } from './bank.ts'
import { findPreference, hasExpired, type PreferenceRow } from './preferences.ts'

export interface RefundRow {
  readonly id: string
  readonly payment_id: string
  readonly amount: number
  readonly created_at: Date | string
}

export interface PaymentRow {
  readonly id: string
  readonly preference_id: string
  readonly status: string
  readonly status_detail: string
  readonly amount: number
  readonly refunded: number
  readonly currency: string
  readonly reference: string | null
  readonly collector_id: string
  readonly live_mode: boolean
  readonly method: string
  readonly method_type: string
  readonly created_at: Date
  readonly approved_at: Date | null
  readonly updated_at: Date
  readonly refunds: readonly RefundRow[]
}

const details = {
  approved: 'accredited',
  rejected: 'cc_rejected_insufficient_amount',
  pending: 'pending_waiting_transfer',
  in_process: 'pending_review_manual',
  authorized: 'pending_capture',
  cancelled: 'by_collector',
  charged_back: 'settled',
  in_mediation: 'pending',
} as const
export type Outcome = keyof typeof details
export const choices = ['approved', 'rejected', 'pending'] as const satisfies Outcome[]

const methods: Partial<Record<Outcome, [method: string, type: string]>> = {
  rejected: ['visa', 'credit_card'],
  pending: ['cvu', 'bank_transfer'],
}

export const paymentColumns = `id, preference_id, status, status_detail, amount::float8, refunded::float8, currency,
  reference, collector_id, live_mode, method, method_type, created_at, approved_at, updated_at,
  (select coalesce(json_agg(refunds order by refunds.id), '[]')
    from fake_wallet.refunds where payment_id = payments.id) as refunds`
/** Keeps times unique within a millisecond and increasing even if the clock is set back. */
const touched = `updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')`

/** With `lock`, locks the row until the transaction ends. */
export async function findPayment(database: Pool | PoolClient, id: string, options: { lock?: boolean } = {}) {
  if (!/^\d{1,18}$/.test(id)) return undefined
  const lock = options.lock ? 'for update' : ''
  const found = await database.query(`select ${paymentColumns} from fake_wallet.payments where id = $1 ${lock}`, [id])
  return found.rows[0]
}

export async function paymentsOf(database: Pool | PoolClient, preferenceId: string): Promise<PaymentRow[]> {
  const sql = `select ${paymentColumns} from fake_wallet.payments where preference_id = $1 order by id desc`
  return (await database.query(sql, [preferenceId])).rows
}

export async function newestPayments(database: Pool, limit: number): Promise<PaymentRow[]> {
  const sql = `select ${paymentColumns} from fake_wallet.payments order by id desc limit $1`
  return (await database.query(sql, [limit])).rows
}

export function approvedOf(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find(({ approved_at }) => approved_at !== null)
}

/** Facts of a payment that are not its checkout's, under the provider's names. Amounts are decimals. */
export interface FalseFacts {
  readonly transaction_amount?: number
  readonly currency_id?: string
  readonly collector_id?: number
  readonly live_mode?: boolean
  readonly external_reference?: string
}

/** Pays a whole checkout once. Returns its approved payment if there is one, undefined if there is nothing to pay. */
export async function payCheckout(
  bank: Bank,
  checkout: string,
  outcome: Outcome,
): Promise<{ preference: PreferenceRow; payment: PaymentRow } | undefined> {
  return transact(bank, async (client) => {
    const preference = await findPreference(client, checkout, { lock: true })
    if (!preference) return undefined
    const paid = approvedOf(await paymentsOf(client, checkout))
    const payment = paid ?? (hasExpired(preference) ? undefined : await makePayment(bank, client, checkout, outcome))
    return payment && { preference, payment }
  })
}

/** Pays in any case, a second time too. Returns undefined if there is no such checkout. */
export async function makePayment(
  bank: Bank,
  client: PoolClient,
  checkout: string,
  outcome: Outcome,
  facts: FalseFacts = {},
): Promise<PaymentRow | undefined> {
  const [method, type] = methods[outcome] ?? ['account_money', 'account_money']
  const made = await client.query<PaymentRow>(
    `insert into fake_wallet.payments (preference_id, status, status_detail, method, method_type, approved_at,
       amount, currency, collector_id, live_mode, reference)
     select id, $2::text, $3, $4, $5, case when $2 = 'approved' then clock_timestamp() end, coalesce($6, total),
       coalesce($7, currency), coalesce($8, collector_id), coalesce($9, false),
       coalesce($10, request ->> 'external_reference')
     from fake_wallet.preferences where id = $1 returning ${paymentColumns}`,
    [
      ...[checkout, outcome, details[outcome], method, type],
      ...[facts.transaction_amount, facts.currency_id, facts.collector_id, facts.live_mode, facts.external_reference],
    ],
  )
  if (made.rows[0]) await announce(client, made.rows[0].id, 'payment.created', bank.isMuted)
  return made.rows[0]
}

export type EarlierPayment = {
  id: string
  reference: string
  currency: string
  amountCents: number
  refundedCents: number
}

/** Imports approved payments, so they can be read and refunded here. Announces nothing. */
export async function adoptPayments(database: Pool, sellerId: string, payments: readonly EarlierPayment[]) {
  await database.query(
    `with given as (
       select id, reference, currency, "amountCents" / 100.0 as amount, "refundedCents" / 100.0 as refunded from jsonb_to_recordset($1)
         as given(id bigint, reference text, currency text, "amountCents" bigint, "refundedCents" bigint)),
     checkouts as (
       insert into fake_wallet.preferences (id, idempotency_key, request, total, currency, collector_id)
       select 'earlier-' || id, 'earlier-' || id, jsonb_build_object('external_reference', reference, 'items', '[]'::jsonb),
         amount, currency, $2 from given on conflict do nothing)
     insert into fake_wallet.payments (id, preference_id, status, status_detail, amount, refunded, currency, reference, collector_id,
       method, method_type, approved_at)
     overriding system value
     select id, 'earlier-' || id, 'approved', 'accredited', amount, refunded, currency, reference, $2,
       'account_money', 'account_money', clock_timestamp() from given on conflict do nothing`,
    [JSON.stringify(payments), sellerId],
  )
}

export async function settlePayment(bank: Bank, client: PoolClient, id: string, outcome: Outcome): Promise<void> {
  await client.query(
    `update fake_wallet.payments set status = $2, status_detail = $3, ${touched},
       approved_at = case when $2 = 'approved' then clock_timestamp() else approved_at end
     where id = $1`,
    [id, outcome, details[outcome]],
  )
  await announce(client, id, 'payment.updated', bank.isMuted)
}

export async function bookRefund(bank: Bank, client: PoolClient, id: string, amount: number): Promise<void> {
  await client.query(
    `update fake_wallet.payments set refunded = refunded + $2, ${touched},
       status = case when refunded + $2 >= amount then 'refunded' else status end,
       status_detail = case when refunded + $2 >= amount then 'refunded' else 'partially_refunded' end
     where id = $1`,
    [id, amount],
  )
  await announce(client, id, 'payment.updated', bank.isMuted)
}

/** Queues a notification in the transaction of the change. A preference without notification_url gets none. */
export async function announce(
  client: Pool | PoolClient,
  paymentId: string,
  action: 'payment.created' | 'payment.updated',
  isMuted: boolean,
): Promise<void> {
  await client.query(
    `insert into fake_wallet.deliveries (payment_id, action, target, state)
     select payments.id, $2, request ->> 'notification_url', $3
     from fake_wallet.payments join fake_wallet.preferences on preferences.id = preference_id
     where payments.id = $1 and request ->> 'notification_url' is not null`,
    [paymentId, action, isMuted ? 'muted' : 'waiting'],
  )
}

/** A merchant order groups the payments of a checkout; here it has one. */
export const merchantOrderOf = ({ id }: PaymentRow) => Number(id) + 10_000_000_000
