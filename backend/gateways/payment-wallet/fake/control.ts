// Test controls under /_control: settle, falsify, spoil answers, disturb notifications. Need the bearer token.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { type Bank, refuse, transact } from './bank.ts'
import { announce, deliveryLog, deliveryRules, setDeliveryRules } from './notifications.ts'
import { faultKinds, operations } from './ordered-faults.ts'
import {
  falsification,
  falsifyPayment,
  findPayment,
  makePayment,
  outcomes,
  paymentsOf,
  settlePayment,
} from './payments.ts'

const outcome = z.enum(outcomes)
const newPayment = z.object({ preference_id: z.string(), outcome, facts: falsification.optional() })
const settlement = z.object({ outcome, status_detail: z.string().optional() })
const faultOrder = z.object({ operation: z.enum(operations), kind: z.enum(faultKinds), times: z.int().positive() })

function paymentControls(bank: Bank): Hono {
  const routes = new Hono()
  routes.post('/payments', zValidator('json', newPayment), async (c) => {
    const { preference_id, outcome, facts } = c.req.valid('json')
    const id = await transact(bank, async (client) => {
      const payment = await makePayment(client, preference_id, outcome, { pastRules: true })
      if (payment && facts) await falsifyPayment(client, payment.id, facts)
      return payment?.id
    })
    return id ? c.json({ id }, 201) : refuse(c, 404, 'not_found', 'preference not found')
  })
  routes.post('/payments/:id/settle', zValidator('json', settlement), async (c) => {
    const { outcome, status_detail } = c.req.valid('json')
    const id = (await findPayment(bank.pool, c.req.param('id')))?.id
    if (!id) return refuse(c, 404, 2000, 'Payment not found')
    await transact(bank, (client) => settlePayment(client, id, outcome, status_detail))
    return c.json({ id })
  })
  routes.post('/payments/:id/falsify', zValidator('json', falsification), async (c) => {
    const id = (await findPayment(bank.pool, c.req.param('id')))?.id
    if (!id) return refuse(c, 404, 2000, 'Payment not found')
    await transact(bank, (client) => falsifyPayment(client, id, c.req.valid('json')))
    return c.json({ id })
  })
  routes.post('/payments/:id/notify', zValidator('json', deliveryRules), async (c) => {
    const id = (await findPayment(bank.pool, c.req.param('id')))?.id
    if (!id) return refuse(c, 404, 2000, 'Payment not found')
    await transact(bank, (client) => announce(client, id, 'payment.updated', c.req.valid('json')))
    return c.json({ id })
  })
  routes.get('/preferences/:id/payments', async (c) => c.json(await paymentsOf(bank.pool, c.req.param('id'))))
  return routes
}

export function controlRoutes(bank: Bank): Hono {
  const routes = paymentControls(bank)
  routes.put('/delivery-rules', zValidator('json', deliveryRules), async (c) => {
    await setDeliveryRules(bank.pool, c.req.valid('json'))
    return c.json(c.req.valid('json'))
  })
  routes.get('/deliveries', async (c) => c.json(await deliveryLog(bank.pool, 1000, c.req.query('payment_id'))))
  routes.post('/faults', zValidator('json', faultOrder), async (c) => {
    const { operation, kind, times } = c.req.valid('json')
    await bank.faults.order(operation, kind, times)
    return c.json({ operation, kind, times }, 201)
  })
  routes.post('/reset', async (c) => {
    await bank.pool.query('delete from fake_wallet.faults')
    await setDeliveryRules(bank.pool, deliveryRules.parse({}))
    return c.json({})
  })
  return routes
}
