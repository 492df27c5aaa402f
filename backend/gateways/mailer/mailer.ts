// The port to mail, and its one driver: SMTP.
import { createTransport } from 'nodemailer'
import { compose, isPlainAddress, senderOf } from './mime.ts'

/** A mail to one address. `messageId` (`<unique@host>`) stays the same when the same mail is sent again. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly messageId?: string
  /** Where an answer goes; default: the shop's sender. */
  readonly replyTo?: string
}

export interface Mailer {
  /** Resolves when the server has taken the mail; throws MailerError. */
  send(mail: Mail): Promise<void>
}

/** unavailable: try again later; refused: this mail will never be taken; misconfigured: an operator must act. */
export type MailerFailure = 'unavailable' | 'refused' | 'misconfigured'

/** A mail that was not taken. The message is for logs; it holds neither credentials nor the mail's content. */
export class MailerError extends Error {
  override readonly name = 'MailerError'
  readonly kind: MailerFailure

  constructor(kind: MailerFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * `smtpUrl`: smtp:// or smtps://, with user and password if the server wants them. `from`: the shop's address. `connections`: at most so
 * many at once, each kept for the next mails until none comes for two seconds; default: as many as mails, one for each.
 */
export interface SmtpSettings {
  readonly smtpUrl: string
  readonly from: string
  readonly connections?: number
}

const limitMs = 10_000
/** Servers end what says nothing for minutes, and some end what brings very many mails. */
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

/**
 * Sends over SMTP. A kept connection that the server ended before any of a mail was sent is followed by another; a mail that broke off in the
 * midst is not sent again here. `close` ends kept connections, those in use after their mail.
 */
export function smtpMailer({ smtpUrl, from, connections }: SmtpSettings): Mailer & { close(): void } {
  const limits = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs, dnsTimeout: limitMs }
  // The content comes from templates only; it must never be able to name files or addresses to be attached.
  const closed = { disableFileAccess: true, disableUrlAccess: true }
  const options = { url: smtpUrl, ...limits, ...closed }
  const transport = connections
    ? createTransport({ ...options, ...kept, maxConnections: connections })
    : createTransport(options)
  const sender = senderOf(from)
  return {
    close: () => transport.close(),
    async send(mail) {
      const odd = [mail.to, mail.replyTo ?? mail.to].find((address) => !isPlainAddress(address))
      if (odd !== undefined) throw new MailerError('refused', 'it is for something that is not one plain address')
      try {
        await transport.sendMail({ envelope: { from: sender.address, to: mail.to }, raw: compose(mail, sender) })
      } catch (error) {
        throw toMailerError(error)
      }
    },
  }
}
