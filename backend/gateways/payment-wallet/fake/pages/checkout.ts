import { type Context, Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { z } from 'zod'
import type { Bank } from '#backend/gateways/payment-wallet/fake/bank.ts'
import {
  approvedOf,
  choices,
  merchantOrderOf,
  type PaymentRow,
  payCheckout,
  paymentsOf,
} from '#backend/gateways/payment-wallet/fake/payments.ts'
import {
  expiryOf,
  findPreference,
  hasExpired,
  type PreferenceRow,
} from '#backend/gateways/payment-wallet/fake/preferences.ts'
import { checkoutPage, noticePage } from './checkout-page.ts'

const choice = z.object({ pref_id: z.string(), outcome: z.enum(choices) })

type Way = 'success' | 'failure' | 'pending'
const ways: Record<string, Way> = { approved: 'success', pending: 'pending', in_process: 'pending' }

function returnAddress({ id, request }: PreferenceRow, payment?: PaymentRow): string | undefined {
  const way = (payment && ways[payment.status]) ?? 'failure'
  const target = request.back_urls?.[way]
  if (!target) return undefined
  const url = new URL(target)
  const parameters = {
    collection_id: payment?.id,
    collection_status: payment?.status,
    payment_id: payment?.id,
    status: payment?.status,
    external_reference: request.external_reference,
    payment_type: payment?.method_type,
    merchant_order_id: payment && merchantOrderOf(payment),
    preference_id: id,
    site_id: 'MLA',
    processing_mode: 'aggregator',
    merchant_account_id: undefined,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, String(value ?? 'null'))
  return url.href
}

function obstacle(
  c: Context,
  preference: PreferenceRow,
  payments: PaymentRow[],
): Response | Promise<Response> | undefined {
  const paid = approvedOf(payments)
  if (paid) {
    const text = `Ya recibimos el pago nº ${paid.id}. No hace falta que pagues otra vez.`
    return c.html(noticePage('Esta compra ya está paga', text, returnAddress(preference, paid)), 409)
  }
  if (!hasExpired(preference)) return undefined
  const text = 'Se terminó el tiempo para pagar. Tu dinero no se movió.'
  return c.html(noticePage('Este pago venció', text, returnAddress(preference)), 410)
}

export function checkoutRoutes(bank: Bank): Hono {
  const routes = new Hono()
  routes.get('/checkout/v1/redirect', async (c) => {
    const preference = await findPreference(bank.pool, c.req.query('pref_id') ?? '')
    if (!preference)
      return c.html(noticePage('Este pago no existe', 'Revisá el enlace o empezá de nuevo desde la tienda.'), 404)
    const payments = await paymentsOf(bank.pool, preference.id)
    const view = { preference, last: payments[0], expiry: expiryOf(preference), leave: returnAddress(preference) }
    return obstacle(c, preference, payments) ?? c.html(checkoutPage(view))
  })
  routes.post('/checkout/pay', csrf(), async (c) => {
    const form = choice.safeParse(await c.req.parseBody())
    if (!form.success) return c.html(noticePage('No entendimos el pedido', 'Volvé atrás y probá otra vez.'), 400)
    const { pref_id, outcome } = form.data
    const paid = await payCheckout(bank, pref_id, outcome)
    if (!paid) return c.redirect(`/checkout/v1/redirect?pref_id=${encodeURIComponent(pref_id)}`, 303)
    const back = returnAddress(paid.preference, paid.payment)
    if (back) return c.redirect(back, 303)
    return c.html(noticePage('Listo', `El pago nº ${paid.payment.id} quedó registrado.`))
  })
  return routes
}
