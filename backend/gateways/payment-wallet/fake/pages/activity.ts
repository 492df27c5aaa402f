// The activity page: newest payments with their possible next steps, and the notification log.
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { z } from 'zod'
import { type Bank, transact } from '#backend/gateways/payment-wallet/fake/bank.ts'
import { type DeliveryRow, deliveryLog } from '#backend/gateways/payment-wallet/fake/notifications.ts'
import {
  findPayment,
  newestPayments,
  type PaymentRow,
  settlePayment,
} from '#backend/gateways/payment-wallet/fake/payments.ts'
import { type Html, moment, page, price } from './page-frame.ts'

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
  const buttons = moves[payment.status]
  if (!buttons) return html``
  return html`<form method="post" action="/activity/payments/${payment.id}">
    ${buttons.map(
      ([outcome, label]) =>
        html`<button class="small" name="outcome" value="${outcome}" aria-label="${label} el pago ${payment.id}">
          ${label}
        </button>`,
    )}
  </form>`
}

function paymentRow(payment: PaymentRow): Html {
  const { amount, currency, refunded, status, updated_at } = payment
  return html`<tr>
    <th scope="row" data-label="Pago">${payment.id}</th>
    <td data-label="Referencia">${payment.reference ?? '—'}</td>
    <td data-label="Importe">
      ${price(amount, currency)}${refunded > 0 ? html`<br /><small>devuelto ${price(refunded, currency)}</small>` : ''}
    </td>
    <td data-label="Estado"><span class="chip ${status}">${statusNames[status] ?? status}</span></td>
    <td data-label="Fecha"><time datetime="${updated_at.toISOString()}">${moment(updated_at)}</time></td>
    <td data-label="Acciones">${movesOf(payment)}</td>
  </tr>`
}

function deliveryRow(delivery: DeliveryRow): Html {
  return html`<tr>
    <th scope="row" data-label="Aviso">${delivery.notification_id}</th>
    <td data-label="Pago">${delivery.payment_id}</td>
    <td data-label="Suceso">${delivery.action}${delivery.form === 'signed' ? '' : ` (${delivery.form})`}</td>
    <td data-label="Estado"><span class="chip ${delivery.state}">${stateNames[delivery.state]}</span></td>
    <td data-label="Intentos">${delivery.attempts}</td>
    <td data-label="Última respuesta">${delivery.last_answer ?? '—'}</td>
    <td data-label="Fecha"><time datetime="${delivery.created_at.toISOString()}">${moment(delivery.created_at)}</time></td>
  </tr>`
}

function table(title: string, columns: string[], rows: Html[], empty: string): Html {
  return html`<section class="card">
    <h2>${title}</h2>
    ${
      rows.length === 0
        ? html`<p class="fine">${empty}</p>`
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
    return c.html(page('Actividad', 'wide', content))
  })
  routes.post('/activity/payments/:id', csrf(), async (c) => {
    const form = z
      .object({ outcome: z.enum(['approved', 'rejected', 'charged_back']) })
      .safeParse(await c.req.parseBody())
    if (!form.success) return c.redirect('/', 303)
    await transact(bank, async (client) => {
      const payment = await findPayment(client, c.req.param('id'), { lock: true })
      const allowed = payment && moves[payment.status]?.some(([outcome]) => outcome === form.data.outcome)
      if (payment && allowed) await settlePayment(client, payment.id, form.data.outcome)
    })
    return c.redirect('/', 303)
  })
  return routes
}
