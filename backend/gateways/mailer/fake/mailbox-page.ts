import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { CaughtMail } from './mails.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const clock = new Intl.DateTimeFormat('es-AR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'America/Argentina/Buenos_Aires',
})
const moment = (date: Date) => html`<time datetime="${date.toISOString()}">${clock.format(date)}</time>`

function page(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Buzón local</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/mailbox.css" />
      </head>
      <body>
        <header>
          <p class="brand"><a href="/">Buzón local</a></p>
          <p class="hint" role="note">Ningún correo sale de esta computadora</p>
        </header>
        <main>${content}</main>
      </body>
    </html>`
}

function entry(mail: CaughtMail): Html {
  return html`<li>
    <a href="/mails/${mail.id}">
      <strong>${mail.subject || '(sin asunto)'}</strong>
      <span class="meta"><span>${mail.recipients.join(', ')}</span> ${moment(mail.received_at)}</span>
      <span class="preview">${mail.text_body.replace(/\s+/g, ' ').slice(0, 140)}</span>
    </a>
  </li>`
}

export function listPage(mails: CaughtMail[], to: string): Html {
  const none = to ? 'Ningún correo para ese destinatario.' : 'Todavía no llegó ningún correo.'
  const content = html`<h1>Correos recibidos</h1>
    <form method="get" action="/" role="search">
      <label>Destinatario <input type="search" name="to" value="${to}" /></label>
      <button>Buscar</button>
    </form>
    ${mails.length === 0 ? html`<p class="empty">${none}</p>` : html`<ul class="mails">${mails.map(entry)}</ul>`}`
  return page('Correos', content)
}

export function mailPage(mail: CaughtMail): Html {
  const title = mail.subject || '(sin asunto)'
  const frame = html`<h2>Mensaje</h2>
    <iframe
      title="Mensaje: ${title}"
      src="/mails/${mail.id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
    ></iframe>`
  const content = html`<p><a href="/">← Todos los correos</a></p>
    <article>
      <h1>${title}</h1>
      <dl>
        <div><dt>De</dt><dd>${mail.sender}</dd></div>
        <div><dt>Para</dt><dd>${mail.recipients.join(', ')}</dd></div>
        <div><dt>Recibido</dt><dd>${moment(mail.received_at)}</dd></div>
      </dl>
      ${mail.html_body ? frame : ''}
      <h2>Solo texto</h2>
      <div class="text">${mail.text_body}</div>
    </article>`
  return page(title, content)
}

export function missingPage(): Html {
  return page('No está', html`<h1>Ese correo no está en el buzón</h1><p><a href="/">← Todos los correos</a></p>`)
}
