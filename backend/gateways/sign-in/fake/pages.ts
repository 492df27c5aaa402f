// The fake provider's pages: account choice and errors.
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { TestAccount } from './test-accounts.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export function accountPage(accounts: readonly TestAccount[], back: string): Html {
  return page(
    'Cuenta de prueba',
    html`<p class="lead">Elegí con qué cuenta ingresar a <strong>GamerTech</strong>. No se le pregunta a Google: estas cuentas viven en esta computadora.</p>
      <form method="post" action="${back}">
        <ul>
          ${accounts.map(
            ({ subject, name, email, isEmailVerified }) => html`<li>
              <button class="account" name="account" value="${subject}">
                <span class="initial" aria-hidden="true">${Array.from(name)[0]}</span>
                <span class="who"><strong>${name}</strong> <span>${email}</span>
                  ${isEmailVerified ? '' : html`<em>correo sin verificar</em>`}</span>
              </button>
            </li>`,
          )}
        </ul>
        <button class="cancel" name="account" value="">Cancelar</button>
      </form>`,
  )
}

export function troublePage(title: string, text: string): Html {
  return page(title, html`<p class="lead" role="alert">${text}</p>`)
}

function page(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · GamerTech</title>
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body>
        <p class="test-mode" role="note"><strong>MODO PRUEBA</strong> Proveedor de identidad local</p>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}
