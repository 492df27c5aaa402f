// Merchant orders: payments by checkout, for support screens.
import { Hono } from 'hono'
import { type Bank, refuse } from './bank.ts'
import { paymentsOf } from './payments.ts'
import { findPreference } from './preferences.ts'
import { providerTime } from './provider-time.ts'

export function merchantOrderRoutes(bank: Bank): Hono {
  const routes = new Hono()
  routes.get('/merchant_orders/:id{[0-9]{1,18}}', async (c) => {
    const sql = 'select id from fake_wallet.preferences where merchant_order_id = $1'
    const found = await bank.pool.query<{ id: string }>(sql, [c.req.param('id')])
    const preference = await findPreference(bank.pool, found.rows[0]?.id ?? '')
    if (!preference) return refuse(c, 404, 'not_found', 'merchant order not found')
    const payments = await paymentsOf(bank.pool, preference.id)
    const paid = payments.filter(({ approved_at }) => approved_at !== null)
    const sum = (amounts: number[]) => amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
    const paidAmount = sum(paid.map(({ amount }) => amount))
    return c.json({
      id: Number(preference.merchant_order_id),
      preference_id: preference.id,
      external_reference: preference.request.external_reference ?? null,
      status: paidAmount >= preference.total ? 'closed' : 'opened',
      order_status: paidAmount >= preference.total ? 'paid' : 'payment_required',
      total_amount: preference.total,
      paid_amount: paidAmount,
      refunded_amount: sum(paid.map(({ refunded }) => refunded)),
      date_created: providerTime(preference.created_at),
      items: preference.request.items,
      payments: payments.map((payment) => ({
        id: Number(payment.id),
        status: payment.status,
        status_details: payment.status_detail,
        transaction_amount: payment.amount,
        total_paid_amount: payment.amount,
        amount_refunded: payment.refunded,
      })),
    })
  })
  return routes
}
