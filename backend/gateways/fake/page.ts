import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const clock = new Intl.DateTimeFormat('es-AR', {
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'America/Argentina/Buenos_Aires',
})

export function moment(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${clock.format(date)}</time>`
}

export function pagesOf(name: string, warning: string): (title: string, content: Html) => Html {
  return (title, content) => html`<!doctype html>
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body>
        <header>
          <p role="note"><strong>MODO PRUEBA</strong> ${warning}</p>
          <p class="brand">${name}</p>
        </header>
        <main>${content}</main>
      </body>
    </html>`
}
