// The buyer's pages: the checkout, and a notice when nothing is left to pay.
import { html } from 'hono/html'
import type { PaymentRow } from '#backend/gateways/payment-wallet/fake/payments.ts'
import type { PreferenceRow } from '#backend/gateways/payment-wallet/fake/preferences.ts'
import { type Html, moment, page, price } from './page-frame.ts'

interface CheckoutView {
  readonly preference: PreferenceRow
  readonly earlier: PaymentRow[]
  readonly expiry: Date | undefined
  readonly leave: string | undefined
}

const choice = (outcome: string, look: string, label: string, hint: string) => html`<li>
  <button name="outcome" value="${outcome}" class="${look}" aria-describedby="hint-${outcome}">${label}</button>
  <small id="hint-${outcome}">${hint}</small>
</li>`

function standingNotice(earlier: PaymentRow[]): Html {
  const last = earlier[0]
  if (last?.status === 'rejected') {
    return html`<p class="notice bad" role="status">
      El intento anterior fue <strong>rechazado</strong>. Podés probar de nuevo.
    </p>`
  }
  if (last?.status === 'pending' || last?.status === 'in_process') {
    return html`<p class="notice wait" role="status">
      Ya hay un pago <strong>pendiente</strong> de esta compra (nº ${last.id}).
    </p>`
  }
  return html``
}

function summary({ preference, expiry }: CheckoutView): Html {
  const { items } = preference.request
  return html`<section class="card summary" aria-labelledby="summary-title">
    <h2 id="summary-title">Detalle de tu compra</h2>
    <ul class="items">
      ${items.map(
        (item) => html`<li>
          <span>${item.title}${item.quantity > 1 ? ` × ${item.quantity}` : ''}</span>
          <span>${price(item.unit_price * item.quantity, preference.currency)}</span>
        </li>`,
      )}
    </ul>
    <p class="total"><span>Total</span> <strong>${price(preference.total, preference.currency)}</strong></p>
    ${
      expiry
        ? html`<p class="fine">
            Podés pagar hasta el <time datetime="${expiry.toISOString()}">${moment(expiry)}</time>
          </p>`
        : ''
    }
  </section>`
}

export function checkoutPage(view: CheckoutView): Html {
  const { preference, leave } = view
  const total = price(preference.total, preference.currency)
  const content = html`<div class="checkout">
    <section class="card pay" aria-labelledby="pay-title">
      <h1 id="pay-title">Pagar ${total}</h1>
      ${standingNotice(view.earlier)}
      <p class="source">
        <span class="coin" aria-hidden="true">$</span>
        <span><strong>Dinero disponible</strong><br /><small>Saldo ficticio, siempre alcanza</small></span>
      </p>
      <p class="ask" id="ask">¿Cómo termina este pago?</p>
      <form method="post" action="/checkout/pay">
        <input type="hidden" name="pref_id" value="${preference.id}" />
        <ul class="choices" aria-labelledby="ask">
          ${choice('approved', 'primary', 'Aprobar', 'El pago se acredita en el momento.')}
          ${choice('rejected', 'secondary', 'Rechazar', 'Como una tarjeta sin fondos.')}
          ${choice('pending', 'secondary', 'Dejar pendiente', 'Como una transferencia que todavía no llegó.')}
        </ul>
      </form>
      ${leave ? html`<a class="leave" href="${leave}">Volver sin pagar</a>` : ''}
    </section>
    ${summary(view)}
  </div>`
  return page(`Pagar ${total}`, 'narrow', content)
}

export function noticePage(title: string, text: string, back: string | undefined): Html {
  const content = html`<section class="card alone">
    <h1>${title}</h1>
    <p>${text}</p>
    ${back ? html`<a class="primary" href="${back}">Volver al sitio</a>` : ''}
  </section>`
  return page(title, 'narrow', content)
}
