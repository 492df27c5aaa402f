import { createTransport, type SendMailOptions } from 'nodemailer'
import { registrationFields } from '#backend/domain/user/user.limits.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId?: string
  readonly replyTo?: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** unavailable: try again later; refused: this mail will never be taken; misconfigured: an operator must act. */
export type MailerFailure = 'unavailable' | 'refused' | 'misconfigured'

/** The message is for logs; it contains neither credentials nor the mail's content. */
export class MailerError extends Error {
  override readonly name = 'MailerError'
  readonly kind: MailerFailure

  constructor(kind: MailerFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * `smtpUrl`: smtp:// or smtps://, with user and password if the server needs them. `from`: the shop's address.
 * `connections`: maximum at once, each reused until idle for two seconds; default: one per mail.
 */
export interface SmtpSettings {
  readonly smtpUrl: string
  readonly from: string
  readonly connections?: number
}

const limitMs = 10_000
/** Servers close idle connections after minutes, and some close busy ones after many mails. */
const kept = { pool: true, idleTimeout: 2000, maxMessages: 100, maxRequeues: 1 } as const
/** RFC 4954: credentials are missing, too weak or wrong. */
const credentialAnswers = [530, 534, 535, 538]

function toMailerError(error: unknown): MailerError {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const reason = responseCode ? `answer ${responseCode}` : (code ?? String(error))
  if (code === 'EAUTH' || credentialAnswers.includes(responseCode ?? 0)) {
    return new MailerError('misconfigured', `the mail server refused our credentials (${reason})`)
  }
  const forGood = (responseCode !== undefined && responseCode >= 500) || (code === 'EENVELOPE' && !responseCode)
  if (forGood) return new MailerError('refused', `the mail server refused the mail (${reason})`, { cause: error })
  return new MailerError('unavailable', `the mail server cannot be used now (${reason})`, { cause: error })
}

/** The same rule as for registrations: such an address can't name a second mailbox or inject a header. */
export function isPlainAddress(address: string): boolean {
  return address.length <= registrationFields.email.max && registrationFields.email.pattern.test(address)
}

/** For the library, which encodes bodies and headers; a subject is one line. */
export function messageOf({ to, subject, ...mail }: Mail, from: string): SendMailOptions {
  return { ...mail, from, to: { name: '', address: to }, subject: subject.replace(/\p{Cc}+/gu, ' ') }
}

/**
 * Sends over SMTP. Retries on a new connection if the server closed a pooled one before the mail started; a mail that
 * broke off halfway throws instead. `close` ends pooled connections after their current mail.
 */
export function smtpMailer({ smtpUrl, from, connections }: SmtpSettings): Mailer & { close(): void } {
  const limits = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs, dnsTimeout: limitMs }
  // Templates may never attach files or URLs.
  const closed = { disableFileAccess: true, disableUrlAccess: true }
  const options = { url: smtpUrl, ...limits, ...closed }
  const transport = connections
    ? createTransport({ ...options, ...kept, maxConnections: connections })
    : createTransport(options)
  return {
    close: () => transport.close(),
    async send(mail) {
      const odd = [mail.to, mail.replyTo ?? mail.to].find((address) => !isPlainAddress(address))
      if (odd !== undefined) throw new MailerError('refused', 'it is for something that is not one plain address')
      try {
        await transport.sendMail(messageOf(mail, from))
      } catch (error) {
        throw toMailerError(error)
      }
    },
  }
}
