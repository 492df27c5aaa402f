import { html } from 'hono/html'
import { type Html, moment, pagesOf } from '#backend/gateways/fake/page.ts'
import type { CaughtMail } from './mails.ts'

const page = pagesOf('Buzón local', 'Ningún correo sale de esta computadora')
const back = html`<p><a href="/">← Todos los correos</a></p>`
const titleOf = ({ subject }: CaughtMail) => subject || '(sin asunto)'

function entry(mail: CaughtMail): Html {
  return html`<li>
    <a href="/mails/${mail.id}">${titleOf(mail)}</a>
    <p class="row"><small>${mail.recipients.join(', ')}</small> <small>${moment(mail.received_at)}</small></p>
    <small>${mail.text_body.replace(/\s+/g, ' ').slice(0, 140)}</small>
  </li>`
}

export function listPage(mails: CaughtMail[], to: string): Html {
  const none = to ? 'Ningún correo para ese destinatario.' : 'Todavía no llegó ningún correo.'
  const content = html`<h1>Correos recibidos</h1>
    <form method="get" action="/" role="search">
      <label>Destinatario <input type="search" name="to" value="${to}" /></label>
      <button>Buscar</button>
    </form>
    ${mails.length === 0 ? html`<p>${none}</p>` : html`<ul class="card">${mails.map(entry)}</ul>`}`
  return page('Correos', content)
}

export function mailPage(mail: CaughtMail): Html {
  const title = titleOf(mail)
  const frame = html`<h2>Mensaje</h2>
    <iframe
      title="Mensaje: ${title}"
      src="/mails/${mail.id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
    ></iframe>`
  const content = html`${back}
    <article class="card">
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
  return page('No está', html`<h1>Ese correo no está en el buzón</h1>${back}`)
}
