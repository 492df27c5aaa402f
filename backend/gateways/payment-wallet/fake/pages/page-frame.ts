// The frame of every page: test banner, brand, content.
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Argentine format, with the currency's sign. */
export function price(amount: number, currency: string): string {
  return new Intl.NumberFormat('es-AR', { style: 'currency', currency }).format(amount)
}

const clock = new Intl.DateTimeFormat('es-AR', {
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'America/Argentina/Buenos_Aires',
})

export function moment(date: Date): string {
  return clock.format(date)
}

const mark = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
  <rect x="2" y="7" width="28" height="20" rx="6" fill="#fff" />
  <path d="M2 13h28v5H2z" fill="#bfe3fb" />
  <circle cx="23" cy="21.5" r="2.5" fill="#0b6fb8" />
</svg>`

export function page(title: string, width: 'narrow' | 'wide', content: Html): Html {
  return html`<!doctype html>
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Monedero de prueba</title>
        <link rel="icon" href="/logo.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/pages.css" />
        ${width === 'wide' ? html`<link rel="stylesheet" href="/activity.css" />` : ''}
      </head>
      <body>
        <header>
          <p class="test-mode" role="note"><strong>MODO PRUEBA</strong> No se mueve dinero real</p>
          <p class="brand ${width}"><span>${mark} Monedero <small>de prueba</small></span></p>
        </header>
        <main class="${width}">${content}</main>
        <footer>Este proveedor de pagos es ficticio y vive en esta misma computadora.</footer>
      </body>
    </html>`
}
