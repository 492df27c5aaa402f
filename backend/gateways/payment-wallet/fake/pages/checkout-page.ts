import { html } from 'hono/html'
import { type Html, moment, pagesOf } from '#backend/gateways/fake/page.ts'
import type { PaymentRow } from '#backend/gateways/payment-wallet/fake/payments.ts'
import type { PreferenceRow } from '#backend/gateways/payment-wallet/fake/preferences.ts'

interface CheckoutView {
  readonly preference: PreferenceRow
  readonly last: PaymentRow | undefined
  readonly expiry: Date | undefined
  readonly leave: string | undefined
}

export const page = pagesOf('Monedero de prueba', 'No se mueve dinero real')

export function price(amount: number, currency: string): string {
  return new Intl.NumberFormat('es-AR', { style: 'currency', currency }).format(amount)
}

const choice = (outcome: string, look: string, label: string, hint: string) => html`<li>
  <button name="outcome" value="${outcome}" class="${look}" aria-describedby="hint-${outcome}">${label}</button>
  <small id="hint-${outcome}">${hint}</small>
</li>`

function notice(last: PaymentRow | undefined): Html {
  if (last?.status === 'rejected')
    return html`<p role="status">El intento anterior fue <strong>rechazado</strong>. Podés probar de nuevo.</p>`
  if (last?.status === 'pending' || last?.status === 'in_process')
    return html`<p role="status">Ya hay un pago <strong>pendiente</strong> de esta compra (nº ${last.id}).</p>`
  return html``
}

function summary({ preference, expiry }: CheckoutView): Html {
  const { items } = preference.request
  return html`<section class="card" aria-labelledby="summary-title">
    <h2 id="summary-title">Detalle de tu compra</h2>
    <ul>
      ${items.map(
        (item) => html`<li class="row">
          <span>${item.title}${item.quantity > 1 ? ` × ${item.quantity}` : ''}</span>
          <span>${price(item.unit_price * item.quantity, preference.currency)}</span>
        </li>`,
      )}
    </ul>
    ${expiry ? html`<p><small>Podés pagar hasta el ${moment(expiry)}</small></p>` : ''}
  </section>`
}

export function checkoutPage(view: CheckoutView): Html {
  const { preference, leave } = view
  const total = price(preference.total, preference.currency)
  const content = html`<section class="card" aria-labelledby="pay-title">
      <h1 id="pay-title">Pagar ${total}</h1>
      ${notice(view.last)}
      <p id="ask">¿Cómo termina este pago?</p>
      <form method="post" action="/checkout/pay">
        <input type="hidden" name="pref_id" value="${preference.id}" />
        <ul aria-labelledby="ask">
          ${choice('approved', '', 'Aprobar', 'El pago se acredita en el momento.')}
          ${choice('rejected', 'plain', 'Rechazar', 'Como una tarjeta sin fondos.')}
          ${choice('pending', 'plain', 'Dejar pendiente', 'Como una transferencia que todavía no llegó.')}
        </ul>
      </form>
      ${leave ? html`<a href="${leave}">Volver sin pagar</a>` : ''}
    </section>
    ${summary(view)}`
  return page(`Pagar ${total}`, content)
}

export function noticePage(title: string, text: string, back?: string): Html {
  const content = html`<section class="card">
    <h1>${title}</h1>
    <p>${text}</p>
    ${back ? html`<a class="button" href="${back}">Volver al sitio</a>` : ''}
  </section>`
  return page(title, content)
}
