import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { z } from 'zod'
import { type Html, moment } from '#backend/gateways/fake/page.ts'
import { type Bank, transact } from '#backend/gateways/payment-wallet/fake/bank.ts'
import { type DeliveryRow, deliveryLog } from '#backend/gateways/payment-wallet/fake/courier.ts'
import {
  findPayment,
  newestPayments,
  type PaymentRow,
  settlePayment,
} from '#backend/gateways/payment-wallet/fake/payments.ts'
import { page, price } from './checkout-page.ts'

const shownRows = 50
const statusNames: Record<string, string> = {
  approved: 'Aprobado',
  rejected: 'Rechazado',
  pending: 'Pendiente',
  in_process: 'En revisión',
  authorized: 'Autorizado',
  cancelled: 'Cancelado',
  refunded: 'Devuelto',
  charged_back: 'Contracargo',
  in_mediation: 'En mediación',
}
const stateNames = { waiting: 'En espera', delivered: 'Entregado', given_up: 'Abandonado', muted: 'Silenciado' }
const moves: Record<string, (readonly ['approved' | 'rejected' | 'charged_back', string])[]> = {
  pending: [
    ['approved', 'Acreditar'],
    ['rejected', 'Rechazar'],
  ],
  in_process: [
    ['approved', 'Acreditar'],
    ['rejected', 'Rechazar'],
  ],
  approved: [['charged_back', 'Contracargo']],
}

function movesOf(payment: PaymentRow): Html {
  const buttons = moves[payment.status] ?? []
  return html`<form method="post" action="/activity/payments/${payment.id}">
    ${buttons.map(
      ([outcome, label]) =>
        html`<button class="plain" name="outcome" value="${outcome}" aria-label="${label} el pago ${payment.id}">
          ${label}
        </button>`,
    )}
  </form>`
}

function paymentRow(payment: PaymentRow): Html {
  const { amount, currency, refunded, status, updated_at } = payment
  return html`<tr>
    <th scope="row">${payment.id}</th>
    <td>${payment.reference ?? '—'}</td>
    <td>
      ${price(amount, currency)}${refunded > 0 ? html`<br /><small>devuelto ${price(refunded, currency)}</small>` : ''}
    </td>
    <td>${statusNames[status] ?? status}</td>
    <td>${moment(updated_at)}</td>
    <td>${movesOf(payment)}</td>
  </tr>`
}

function deliveryRow(delivery: DeliveryRow): Html {
  return html`<tr>
    <th scope="row">${delivery.id}</th>
    <td>${delivery.payment_id}</td>
    <td>${delivery.action}</td>
    <td>${stateNames[delivery.state]}</td>
    <td>${delivery.attempts}</td>
    <td>${delivery.last_answer ?? '—'}</td>
    <td>${moment(delivery.created_at)}</td>
  </tr>`
}

/** Scrolls by itself where the screen is narrow, so the keyboard must reach it. */
function table(title: string, columns: string[], rows: Html[], empty: string): Html {
  return html`<section class="card" tabindex="0" aria-label="${title}">
    <h2>${title}</h2>
    ${
      rows.length === 0
        ? html`<p>${empty}</p>`
        : html`<table>
            <thead>
              <tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
            </thead>
            <tbody>${rows}</tbody>
          </table>`
    }
  </section>`
}

const paymentColumns = ['Pago', 'Referencia', 'Importe', 'Estado', 'Fecha', 'Acciones']
const deliveryColumns = ['Aviso', 'Pago', 'Suceso', 'Estado', 'Intentos', 'Última respuesta', 'Fecha']

export function activityRoutes(bank: Bank): Hono {
  const routes = new Hono()
  routes.get('/', async (c) => {
    const [payments, deliveries] = await Promise.all([
      newestPayments(bank.pool, shownRows),
      deliveryLog(bank.pool, shownRows),
    ])
    const content = html`<h1>Actividad</h1>
      ${table('Pagos', paymentColumns, payments.map(paymentRow), 'Todavía no hay pagos.')}
      ${table('Avisos a la tienda', deliveryColumns, deliveries.map(deliveryRow), 'Todavía no hay avisos.')}`
    return c.html(page('Actividad', content))
  })
  routes.post('/activity/payments/:id', csrf(), async (c) => {
    const form = z
      .object({ outcome: z.enum(['approved', 'rejected', 'charged_back']) })
      .safeParse(await c.req.parseBody())
    if (!form.success) return c.redirect('/', 303)
    await transact(bank, async (client) => {
      const payment = await findPayment(client, c.req.param('id'), { lock: true })
      const allowed = payment && moves[payment.status]?.some(([outcome]) => outcome === form.data.outcome)
      if (payment && allowed) await settlePayment(bank, client, payment.id, form.data.outcome)
    })
    return c.redirect('/', 303)
  })
  return routes
}
