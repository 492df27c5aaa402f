// Sends mails that HTTP requests ask for.
import { randomUUID } from 'node:crypto'
import type { Config } from '#backend/config/config.ts'
import type { ContactMessage } from '#backend/domain/mail/contact.limits.ts'
import { smtpMailer } from '#backend/gateways/mailer/mailer.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { contactMail } from '#backend/mails/contact-mail.ts'
import { currentScope } from '#backend/telemetry/request-context.ts'
import type { Core } from './shop.ts'

export function requestedMails({ pool, store }: Core, queue: JobQueue, config: Config, smtpUrl: string) {
  const { publicUrl, supportEmail, mailFrom: from } = config
  const mailer = smtpMailer({ smtpUrl, from })
  return {
    async sendWelcome(userId: number): Promise<void> {
      const [id, position] = [randomUUID(), await store.head()]
      const origin = { correlation: currentScope()?.correlation ?? id }
      const data = { mail: 'welcome' as const, userId, position }
      await queue.insert(pool, [{ name: 'send-account-mail', id, data, origin }])
    },
    // Sends at once instead of by a job, so that no table holds the message and its sender.
    sendContact: (message: ContactMessage) => mailer.send(contactMail(message, { publicUrl, supportEmail })),
  }
}
