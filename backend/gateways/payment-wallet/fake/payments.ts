// Payments: created in the checkout, read, searched and cancelled by the seller, settled later.
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { announce } from './notifications.ts'
import type { PreferenceRow } from './preferences.ts'

export interface PaymentRow {
  readonly id: string
  readonly preference_id: string
  readonly merchant_order_id: string
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
export const outcomes = Object.keys(details) as [Outcome, ...Outcome[]]
export const choices = ['approved', 'rejected', 'pending'] as const satisfies Outcome[]

const methods: Partial<Record<Outcome, [method: string, type: string]>> = {
  rejected: ['visa', 'credit_card'],
  pending: ['cvu', 'bank_transfer'],
}

const columns = `id, preference_id, status, status_detail, amount::float8, refunded::float8, currency, reference,
  collector_id, live_mode, method, method_type, created_at, approved_at, updated_at,
  (select merchant_order_id from fake_wallet.preferences where id = preference_id) as merchant_order_id`
/** Keeps times unique within a millisecond and increasing even if the clock is set back. */
const touched = `updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')`

/** With `lock`, locks the row until the transaction ends. */
export async function findPayment(
  database: Pool | PoolClient,
  id: string,
  options: { lock?: boolean } = {},
): Promise<PaymentRow | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined
  const lock = options.lock ? 'for update' : ''
  const found = await database.query(`select ${columns} from fake_wallet.payments where id = $1 ${lock}`, [id])
  return found.rows[0]
}

export async function paymentsOf(database: Pool | PoolClient, preferenceId: string): Promise<PaymentRow[]> {
  const sql = `select ${columns} from fake_wallet.payments where preference_id = $1 order by id desc`
  return (await database.query(sql, [preferenceId])).rows
}

export async function newestPayments(database: Pool, limit: number): Promise<PaymentRow[]> {
  return (await database.query(`select ${columns} from fake_wallet.payments order by id desc limit $1`, [limit])).rows
}

export type MadePayment = PaymentRow & Pick<PreferenceRow, 'request'>

/**
 * Pays a whole checkout and announces it, in one statement. Returns undefined if there is nothing to pay, and the
 * existing payment if one exists; `pastRules` pays once more in any case.
 */
export async function makePayment(
  database: Pool | PoolClient,
  checkout: string,
  outcome: Outcome,
  { pastRules = false } = {},
): Promise<MadePayment | undefined> {
  const [method, type] = methods[outcome] ?? ['account_money', 'account_money']
  const made = await database.query<MadePayment>(
    `select ${columns}, (select request from fake_wallet.preferences where id = preference_id)
     from fake_wallet.pay($1, $2, $3, $4, $5, $6) as payments`,
    [checkout, outcome, details[outcome], method, type, pastRules],
  )
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

/** Changes the outcome and announces it, in the caller's transaction. */
export async function settlePayment(
  client: PoolClient,
  id: string,
  outcome: Outcome,
  detail: string = details[outcome],
): Promise<PaymentRow | undefined> {
  const changed = await client.query<PaymentRow>(
    `update fake_wallet.payments set status = $2, status_detail = $3, ${touched},
       approved_at = case when $2 = 'approved' then clock_timestamp() else approved_at end
     where id = $1 returning ${columns}`,
    [id, outcome, detail],
  )
  if (changed.rows[0]) await announce(client, id, 'payment.updated')
  return changed.rows[0]
}

/** Books a refund of `amount` on a payment locked by the caller, and announces it. */
export async function bookRefund(client: PoolClient, payment: PaymentRow, amount: number): Promise<void> {
  await client.query(
    `update fake_wallet.payments set refunded = refunded + $2, ${touched},
       status = case when refunded + $2 >= amount then 'refunded' else status end,
       status_detail = case when refunded + $2 >= amount then 'refunded' else 'partially_refunded' end
     where id = $1`,
    [payment.id, amount],
  )
  await announce(client, payment.id, 'payment.updated')
}

export const falsification = z.object({
  transaction_amount: z.number().positive().optional(),
  currency_id: z.string().length(3).optional(),
  collector_id: z.int().positive().optional(),
  live_mode: z.boolean().optional(),
  external_reference: z.string().optional(),
})

export async function falsifyPayment(client: PoolClient, id: string, facts: z.infer<typeof falsification>) {
  await client.query(
    `update fake_wallet.payments set amount = coalesce($2, amount), currency = coalesce($3, currency),
       collector_id = coalesce($4, collector_id), live_mode = coalesce($5, live_mode),
       reference = coalesce($6, reference), ${touched}
     where id = $1`,
    [id, facts.transaction_amount, facts.currency_id, facts.collector_id, facts.live_mode, facts.external_reference],
  )
}
