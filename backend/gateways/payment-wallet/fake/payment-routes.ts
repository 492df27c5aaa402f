// The seller's payment calls: GET one, search, PUT to cancel.
import { Hono } from 'hono'
import { z } from 'zod'
import { type Bank, refuse, transact } from './bank.ts'
import { spoiled } from './faults.ts'
import { findPayment, type PaymentRow, settlePayment } from './payments.ts'
import { providerTime } from './provider-time.ts'
import { type RefundRow, refundJson, refundsOf } from './refunds.ts'

function paymentJson(row: PaymentRow, refunds: RefundRow[]) {
  return {
    id: Number(row.id),
    status: row.status,
    status_detail: row.status_detail,
    external_reference: row.reference,
    transaction_amount: row.amount,
    transaction_amount_refunded: row.refunded,
    currency_id: row.currency,
    collector_id: Number(row.collector_id),
    live_mode: row.live_mode,
    date_created: providerTime(row.created_at),
    date_approved: row.approved_at ? providerTime(row.approved_at) : null,
    date_last_updated: providerTime(row.updated_at),
    payment_method_id: row.method,
    payment_type_id: row.method_type,
    installments: 1,
    order: { id: Number(row.merchant_order_id), type: 'mercadopago' },
    payer: { id: '1', email: 'comprador@wallet.test' },
    metadata: {},
    refunds: refunds.map(refundJson),
    captured: row.status !== 'authorized',
    transaction_details: { total_paid_amount: row.amount, net_received_amount: Math.round(row.amount * 94) / 100 },
  }
}

/** Skips the query for most payments, which have no refunds. */
async function wholeJson(bank: Bank, row: PaymentRow) {
  return paymentJson(row, row.refunded > 0 ? await refundsOf(bank.pool, row.id) : [])
}

const searchQuery = z.object({
  external_reference: z.string().optional(),
  status: z.string().optional(),
  sort: z.enum(['date_created', 'date_last_updated', 'id']).default('date_created'),
  criteria: z.enum(['asc', 'desc']).default('desc'),
  range: z.enum(['date_created', 'date_last_updated']).default('date_created'),
  begin_date: z.iso.datetime({ offset: true }).optional(),
  end_date: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  offset: z.coerce.number().int().min(0).default(0),
})
const sortColumns = { date_created: 'created_at', date_last_updated: 'updated_at', id: 'id' } as const

async function search(bank: Bank, query: z.infer<typeof searchQuery>) {
  const span = sortColumns[query.range]
  const found = await bank.pool.query<{ id: string; total: string }>(
    `select id, count(*) over () as total from fake_wallet.payments
     where ($1::text is null or reference = $1) and ($2::text is null or status = $2)
       and ($3::timestamptz is null or ${span} >= $3) and ($4::timestamptz is null or ${span} <= $4)
     order by ${sortColumns[query.sort]} ${query.criteria}, id ${query.criteria} limit $5 offset $6`,
    [query.external_reference, query.status, query.begin_date, query.end_date, query.limit, query.offset],
  )
  const rows = await Promise.all(found.rows.map(({ id }) => findPayment(bank.pool, id)))
  const results = await Promise.all(rows.filter((row) => row !== undefined).map((row) => wholeJson(bank, row)))
  const total = Number(found.rows[0]?.total ?? 0)
  return { results, paging: { total, limit: query.limit, offset: query.offset } }
}

export function paymentRoutes(bank: Bank): Hono {
  const routes = new Hono()
  const unknown = 'Payment not found'
  routes.get('/v1/payments/search', spoiled(bank, 'search_payments'), async (c) => {
    const query = searchQuery.safeParse(c.req.query())
    if (!query.success) return refuse(c, 400, 'invalid_search', z.prettifyError(query.error))
    return c.json(await search(bank, query.data))
  })
  routes.get('/v1/payments/:id', spoiled(bank, 'get_payment'), async (c) => {
    const row = await findPayment(bank.pool, c.req.param('id'))
    return row ? c.json(await wholeJson(bank, row)) : refuse(c, 404, 2000, unknown)
  })
  routes.put('/v1/payments/:id', async (c) => {
    const body = z.object({ status: z.literal('cancelled') }).safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) return refuse(c, 400, 'invalid_status', 'only status cancelled can be set')
    const row = await transact(bank, async (client) => {
      const current = await findPayment(client, c.req.param('id'), { lock: true })
      if (!current || !['pending', 'in_process', 'authorized'].includes(current.status)) return current
      return settlePayment(client, current.id, 'cancelled')
    })
    if (!row) return refuse(c, 404, 2000, unknown)
    if (row.status !== 'cancelled') return refuse(c, 400, 2063, 'the payment is not in a state that can be cancelled')
    return c.json(await wholeJson(bank, row))
  })
  return routes
}
