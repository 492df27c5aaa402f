// Builds a mail (RFC 5322 and 2045) with the library's encoders. The library's own composer creates a dozen streams
// per mail, which cost more than sending it.
import { randomUUID } from 'node:crypto'
import addressparser from 'nodemailer/lib/addressparser'
import { encodeWord, encodeWords, foldLines, quoteString } from 'nodemailer/lib/mime-funcs'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { Mail } from './mailer.ts'

/** The same rule as for registrations (user.limits.ts): an address can't name a second mailbox or inject a header. */
export const plainAddress =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i
/** Never occurs in an encoded body. */
const boundary = '=_alternative'

export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && plainAddress.test(address)
}

export function senderOf(from: string): { name: string; address: string } {
  const [first] = addressparser(from, { flatten: true })
  return { name: first?.name ?? '', address: first?.address ?? '' }
}

/** Composes both bodies and the headers. `to` and `replyTo` must be plain addresses; `sender` comes from senderOf. */
export function compose(
  { to, subject, text, html, messageId, replyTo }: Mail,
  { name, address }: ReturnType<typeof senderOf>,
  now = new Date(),
): Buffer {
  const headers = [
    `From: ${name ? `${phrase(name)} <${address}>` : address}`,
    ...(replyTo ? [`Reply-To: ${replyTo}`] : []),
    `To: ${to}`,
    `Subject: ${encodeWords(subject.replace(/\p{Cc}+/gu, ' '), 'Q', 52, true)}`,
    `Message-ID: ${messageId ?? `<${randomUUID()}@${address.slice(address.indexOf('@') + 1)}>`}`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ]
  const parts = [part('text/plain', text), part('text/html', html), `--${boundary}--`, '']
  return Buffer.from([...headers.map((header) => foldLines(header, 76)), '', ...parts].join('\r\n'))
}

function part(type: string, body: string): string {
  const lines = wrap(encode(body.replace(/\r\n?|\n/g, '\r\n')))
  const headers = [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: quoted-printable']
  return [`--${boundary}`, ...headers, '', lines].join('\r\n')
}

function phrase(name: string): string {
  if (/^[\w ]*$/.test(name)) return name
  return /^[\x20-\x7e]*$/.test(name) ? quoteString(name) : encodeWord(name, 'Q', 52)
}
