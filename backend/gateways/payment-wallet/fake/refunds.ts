// Total and partial refunds. The idempotency key is mandatory; the same key never refunds twice.
import { Hono } from 'hono'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { type Bank, providerTime, refuse, transact } from './bank.ts'
import { spoiled } from './faults.ts'
import { bookRefund, findPayment, type RefundRow } from './payments.ts'

interface Refusal {
  readonly status: 400 | 404 | 409
  readonly code: number
  readonly message: string
}

const columns = 'id, payment_id, amount::float8, created_at'

export function refundJson(row: RefundRow) {
  return {
    id: Number(row.id),
    payment_id: Number(row.payment_id),
    amount: row.amount,
    status: 'approved',
    refund_mode: 'standard',
    date_created: providerTime(new Date(row.created_at)),
    unique_sequence_number: null,
    adjustment_amount: 0,
  }
}

async function earlier(client: PoolClient, paymentId: string, key: string): Promise<RefundRow | undefined> {
  const sql = `select ${columns} from fake_wallet.refunds where payment_id = $1 and idempotency_key = $2`
  return (await client.query(sql, [paymentId, key])).rows[0]
}

async function refund(
  bank: Bank,
  client: PoolClient,
  { paymentId, key, wanted }: { paymentId: string; key: string; wanted: number | undefined },
): Promise<RefundRow | Refusal> {
  const payment = await findPayment(client, paymentId, { lock: true })
  if (!payment) return { status: 404, code: 2000, message: 'Payment not found' }
  const known = await earlier(client, payment.id, key)
  if (known && wanted !== undefined && wanted !== known.amount) {
    return { status: 409, code: 4293, message: 'the idempotency key was used for another amount' }
  }
  if (known) return known
  if (payment.status !== 'approved') return { status: 400, code: 2063, message: 'the payment is not approved' }
  const left = Math.round((payment.amount - payment.refunded) * 100) / 100
  const amount = wanted ?? left
  if (amount > left) return { status: 400, code: 4041, message: 'the amount is more than what is left' }
  const made = await client.query(
    `insert into fake_wallet.refunds (payment_id, idempotency_key, amount) values ($1, $2, $3) returning ${columns}`,
    [payment.id, key, amount],
  )
  await bookRefund(bank, client, payment.id, amount)
  return made.rows[0]
}

export function refundRoutes(bank: Bank): Hono {
  const routes = new Hono()
  routes.post('/v1/payments/:id/refunds', spoiled(bank, 'refund'), async (c) => {
    const key = c.req.header('x-idempotency-key')
    if (!key) return refuse(c, 400, 4292, 'Header X-Idempotency-Key cannot be null')
    const body: unknown = await c.req.json().catch(() => ({}))
    const wanted = z.object({ amount: z.number().positive().optional() }).safeParse(body)
    if (!wanted.success) return refuse(c, 400, 4040, 'Amount must be a positive number')
    const asked = { paymentId: c.req.param('id'), key, wanted: wanted.data.amount }
    const result = await transact(bank, (client) => refund(bank, client, asked))
    if ('status' in result) return refuse(c, result.status, result.code, result.message)
    return c.json(refundJson(result), 201)
  })
  return routes
}
