// Which mails may be asked for over the wire: the shop's own templates, and what goes into them.
import { z } from 'zod'
import { type ContactField, contactFields } from './contact.limits.ts'

const text = (field: ContactField) => {
  const { max, missing, pattern, wrong } = contactFields[field]
  return z.string(missing).trim().min(1, missing).max(max).regex(pattern, wrong)
}

/**
 * welcome, as without a template: to the caller; userId and email are an echo of who that is. contact: to the shop, from anybody; email is where it may answer.
 * There is no field for a subject, a body or a recipient.
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
