import type { ContactMessage } from '#backend/domain/mail/contact.limits.ts'
import type { Mail } from '#backend/gateways/mailer/mailer.ts'
import { framed, type Sender } from './mail-frame.ts'

/** Goes to the shop; replies go to the writer. */
export function contactMail({ name, email, message }: ContactMessage, sender: Sender): Mail {
  const parts = [`${name} <${email}> escribió:`, ...message.split(/\s*\n\s*/)]
  return {
    to: sender.supportEmail,
    replyTo: email,
    subject: `Mensaje de ${name} desde la tienda`,
    ...framed({ heading: 'Mensaje desde la tienda', parts, why: 'Llegó por el formulario de contacto.' }, sender),
  }
}
