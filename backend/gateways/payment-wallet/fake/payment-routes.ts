import { Hono } from 'hono'
import { z } from 'zod'
import { type Bank, providerTime, refuse } from './bank.ts'
import { spoiled } from './faults.ts'
import { findPayment, merchantOrderOf, type PaymentRow, paymentColumns } from './payments.ts'
import { refundJson } from './refunds.ts'

function paymentJson(row: PaymentRow) {
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
    order: { id: merchantOrderOf(row), type: 'mercadopago' },
    payer: { id: '1', email: 'comprador@wallet.test' },
    metadata: {},
    refunds: row.refunds.map(refundJson),
    captured: row.status !== 'authorized',
    transaction_details: { total_paid_amount: row.amount, net_received_amount: Math.round(row.amount * 94) / 100 },
  }
}

const sortColumns = { date_created: 'created_at', date_last_updated: 'updated_at' } as const
const column = z.enum(['date_created', 'date_last_updated']).default('date_created')
const searchQuery = z.object({
  external_reference: z.string().optional(),
  sort: column,
  criteria: z.enum(['asc', 'desc']).default('desc'),
  range: column,
  begin_date: z.iso.datetime({ offset: true }).optional(),
  end_date: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  offset: z.coerce.number().int().min(0).default(0),
})

async function search(bank: Bank, query: z.infer<typeof searchQuery>) {
  const { external_reference, sort, criteria, range, begin_date, end_date, limit, offset } = query
  const where = `from fake_wallet.payments where ($1::text is null or reference = $1)
    and ${sortColumns[range]} >= coalesce($2::timestamptz, '-infinity')
    and ${sortColumns[range]} <= coalesce($3::timestamptz, 'infinity')`
  const wanted = [external_reference, begin_date, end_date]
  const counted = await bank.pool.query<{ total: number }>(`select count(*)::int as total ${where}`, wanted)
  const found = await bank.pool.query<PaymentRow>(
    `select ${paymentColumns} ${where} order by ${sortColumns[sort]} ${criteria}, id ${criteria} limit $4 offset $5`,
    [...wanted, limit, offset],
  )
  return { results: found.rows.map(paymentJson), paging: { total: counted.rows[0]?.total ?? 0, limit, offset } }
}

export function paymentRoutes(bank: Bank): Hono {
  const routes = new Hono()
  routes.get('/v1/payments/search', spoiled(bank, 'search_payments'), async (c) => {
    const query = searchQuery.safeParse(c.req.query())
    if (!query.success) return refuse(c, 400, 'invalid_search', z.prettifyError(query.error))
    return c.json(await search(bank, query.data))
  })
  routes.get('/v1/payments/:id', spoiled(bank, 'get_payment'), async (c) => {
    const row = await findPayment(bank.pool, c.req.param('id'))
    return row ? c.json(paymentJson(row)) : refuse(c, 404, 2000, 'Payment not found')
  })
  return routes
}
