import { html } from 'hono/html'
import { type Html, pagesOf } from '#backend/gateways/fake/page.ts'
import type { TestAccount } from './test-accounts.ts'

const page = pagesOf('GamerTech', 'Proveedor de identidad local')

export function accountPage(accounts: readonly TestAccount[], back: string): Html {
  const choices = accounts.map(
    ({ subject, name, email, isEmailVerified }) => html`<button class="plain" name="account" value="${subject}">
      ${name}<small>${email}</small>${isEmailVerified ? '' : html`<small>correo sin verificar</small>`}
    </button>`,
  )
  const content = html`<section class="card">
    <h1>Cuenta de prueba</h1>
    <p>
      Elegí con qué cuenta ingresar a <strong>GamerTech</strong>. No se le pregunta a Google: estas cuentas viven en
      esta computadora.
    </p>
    <form method="post" action="${back}">${choices}<button name="account" value="">Cancelar</button></form>
  </section>`
  return page('Cuenta de prueba', content)
}

export function troublePage(title: string, text: string): Html {
  return page(title, html`<section class="card"><h1>${title}</h1><p role="alert">${text}</p></section>`)
}
