import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import type { SellerDetails } from '#backend/domain/seller/seller.limits.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'

/** `seller`: of the order that a mail is about, or the present one. */
export type Sender = { publicUrl: string; supportEmail: string; seller: SellerDetails }

/** `notes`: below a line, smaller. */
export type Part =
  | string
  | { lines: readonly { text: string; amount: string; notes?: readonly string[] }[]; total: string }
  | { button: string; address: string }

/** `why` tells the reader why the mail was sent. */
type Framed = { heading: string; parts: readonly Part[]; why: string }
/** `heading`: by default a greeting. */
export type Letter = Omit<Framed, 'heading'> & { subject: string; heading?: string }

/** `id`: the same for a repeat, so that mail servers recognise it. */
export function mailTo(
  { name, email }: { name: string; email: string },
  id: string,
  { subject, heading = `Hola${addressed(name)}:`, ...letter }: Letter,
  sender: Sender,
): Mail {
  const messageId = `<${id}@${new URL(sender.publicUrl).hostname}>`
  return { to: email, subject, messageId, ...framed({ heading, ...letter }, sender) }
}

/** Accepts letters and marks within names; rejects anything that reads like an address, a number or a sentence. */
const personName = /^(?!.*\.\S)[\p{L}\p{M}'’. -]{1,60}$/u

/**
 * `, Ana` after a greeting, or nothing for an implausible name. Accounts may use anybody's e-mail and any name, so
 * strangers must not choose words in a mail.
 */
export function addressed(name: string): string {
  return personName.test(name) ? `, ${name}` : ''
}

/** Returns both bodies. Everything in a letter is text and can't become HTML. */
export function framed(letter: Framed, sender: Sender): { text: string; html: string } {
  return { text: asText(letter, sender), html: asHtml(letter, sender).toString() }
}

/** `Vende Uno S.R.L. · CUIT 30-… · Mitre 100 · 341 555-0100 · Lunes a viernes`; empty before there is a seller. */
function sellerLine({ company, cuit, address, phone, hours }: SellerDetails): string {
  return company && `Vende ${company} · CUIT ${formatCuit(cuit)} · ${address} · ${phone} · ${hours}`
}

function asText({ heading, parts, why }: Framed, { publicUrl, supportEmail, seller }: Sender): string {
  const sells = sellerLine(seller)
  const footer = `-- \nGamerTech · ${publicUrl}\n${sells && `${sells}\n`}${why} ¿Dudas? Escribinos a ${supportEmail}.`
  return [heading, ...parts.map(textOf), footer].join('\n\n')
}

function textOf(part: Part): string {
  if (typeof part === 'string') return part
  if ('button' in part) return `${part.button}: ${part.address}`
  const lines = part.lines.map(({ text, amount, notes = [] }) => [`- ${text}: ${amount}`, ...notes].join('\n  '))
  return [...lines, '', `Total: ${part.total}`].join('\n')
}

const cell = 'padding:8px 0;border-bottom:1px solid #e4e5ec'
const small = 'color:#5c5f70;font-size:13px'
const button =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#5b3df5;color:#ffffff;font-weight:bold;text-decoration:none'

function asHtml({ heading, parts, why }: Framed, { publicUrl, supportEmail, seller }: Sender): HtmlEscapedString {
  return html`<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title></head>
<body style="margin:0;background:#f3f3f8;color:#16181f;font-family:Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0;padding:16px 24px;border-radius:12px 12px 0 0;background:#0c0d14;color:#ffffff;font-size:18px;font-weight:bold">GamerTech</p>
<div style="padding:24px;border-radius:0 0 12px 12px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${heading}</h1>
${parts.map(htmlOf)}
</div>
<p style="margin:16px 24px;color:#5c5f70;font-size:13px">${why} ¿Dudas? Escribinos a <a href="mailto:${supportEmail}" style="color:#5b3df5">${supportEmail}</a>.<br><a href="${publicUrl}" style="color:#5b3df5">${publicUrl}</a><br>${sellerLine(seller)}</p>
</div></body></html>` as HtmlEscapedString
}

function htmlOf(part: Part) {
  if (typeof part === 'string') return html`<p style="margin:0 0 16px">${part}</p>`
  if ('button' in part)
    return html`<p style="margin:24px 0"><a href="${part.address}" style="${button}">${part.button}</a></p>`
  return html`<table style="width:100%;margin:0 0 16px;border-collapse:collapse">${part.lines.map(
    ({ text, amount, notes = [] }) =>
      html`<tr><td style="${cell}">${text}${notes.map((note) => html`<br><span style="${small}">${note}</span>`)}</td><td style="${cell};text-align:right;white-space:nowrap">${amount}</td></tr>`,
  )}<tr><td style="padding:12px 0"><strong>Total</strong></td><td style="text-align:right"><strong>${part.total}</strong></td></tr></table>`
}
