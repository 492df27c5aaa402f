import { Hono } from 'hono'
import { z } from 'zod'
import { type Bank, refuse } from './bank.ts'
import { spoiled } from './faults.ts'

/** `rate`: in percent of the amount, over the whole plan; `cft` as the label says it. */
export type FakePlan = { brand: string; count: number; rate: number; cft: string }

/** Each brand's usual ones; a test may offer others. */
export const usualPlans: readonly FakePlan[] = ['visa', 'master', 'amex'].flatMap((brand) => [
  { brand, count: 1, rate: 0, cft: '0,00' },
  ...(brand === 'amex' ? [] : [{ brand, count: 3, rate: 0, cft: '0,00' }]),
  { brand, count: 6, rate: 24.62, cft: '112,36' },
  { brand, count: 12, rate: 53.19, cft: '119,87' },
])

const credit = { visa: 'Visa', master: 'Mastercard', amex: 'American Express', naranja: 'Naranja X' }
const methods = [
  ...Object.entries(credit).map(([id, name]) => ({ id, name, payment_type_id: 'credit_card', status: 'active' })),
  { id: 'argencard', name: 'Argencard', payment_type_id: 'credit_card', status: 'deactive' },
  { id: 'debvisa', name: 'Visa Débito', payment_type_id: 'debit_card', status: 'active' },
]

const asked = z.object({ amount: z.coerce.number().positive(), payment_method_id: z.string().min(1) })

function costOf(amount: number, { count, rate, cft }: FakePlan) {
  const total = Math.round(amount * (100 + rate)) / 100
  const each = Math.round((total / count) * 100) / 100
  return {
    installments: count,
    installment_rate: rate,
    discount_rate: 0,
    labels: [`CFT_${cft}%|TEA_${rate === 0 ? '0,00' : '88,10'}%`],
    installment_amount: each,
    total_amount: total,
    recommended_message: `${count} cuotas de $ ${each} ($ ${total})`,
  }
}

export function instalmentRoutes(bank: Bank): Hono {
  const routes = new Hono().get('/v1/payment_methods', (c) => c.json(methods))
  return routes.get('/v1/payment_methods/installments', spoiled(bank, 'get_installments'), (c) => {
    const query = asked.safeParse(c.req.query())
    if (!query.success) return refuse(c, 400, 'invalid_query', z.prettifyError(query.error))
    const { amount, payment_method_id } = query.data
    const plans = bank.plans.filter(({ brand }) => brand === payment_method_id)
    if (plans.length === 0) return c.json([])
    const issuer = { id: '1', name: 'Banco de prueba' }
    const payer_costs = plans.map((plan) => costOf(amount, plan))
    return c.json([{ payment_method_id, payment_type_id: 'credit_card', issuer, payer_costs }])
  })
}
