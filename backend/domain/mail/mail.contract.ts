// Mails that callers may request: the shop's templates and their data.
import { z } from 'zod'
import { type ContactField, contactFields } from './contact.limits.ts'

const text = (field: ContactField) => {
  const { max, missing, pattern, wrong } = contactFields[field]
  return z.string(missing).trim().min(1, missing).max(max).regex(pattern, wrong)
}

/**
 * welcome, the default: goes to the caller; userId and email are an echo. contact: goes to the shop, from anybody;
 * email is for the reply. Callers can't set subject, body or recipient.
 */
export const mailRequest = z.discriminatedUnion(
  'template',
  [
    z.object({
      template: z.literal('welcome').optional(),
      userId: z.int().positive().optional(),
      email: z.string().max(contactFields.email.max).optional(),
    }),
    z.object({ template: z.literal('contact'), name: text('name'), email: text('email'), message: text('message') }),
  ],
  'No es una de las plantillas de la tienda.',
)
