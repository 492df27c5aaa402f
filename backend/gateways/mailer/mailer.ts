// The port to mail, and its one driver: SMTP.
import { createTransport } from 'nodemailer'

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

/** `smtpUrl`: smtp:// or smtps://, with user and password if the server wants them. `from`: the shop's address. */
export interface SmtpSettings {
  readonly smtpUrl: string
  readonly from: string
}

const limitMs = 10_000
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

/** Sends over SMTP, one connection a mail: jobs send few mails and must not keep the process alive. */
export function smtpMailer({ smtpUrl, from }: SmtpSettings): Mailer {
  const limits = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs, dnsTimeout: limitMs }
  // The content comes from templates only; it must never be able to name files or addresses to be attached.
  const closed = { disableFileAccess: true, disableUrlAccess: true }
  const transport = createTransport({ url: smtpUrl, ...limits, ...closed })
  return {
    async send({ to, subject, text, html, messageId, replyTo }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(messageId ? { messageId } : {}),
          ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        })
      } catch (error) {
        throw toMailerError(error)
      }
    },
  }
}
