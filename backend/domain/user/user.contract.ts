// What may come over the wire about accounts.
import { z } from 'zod'
import { registrationFields } from './user.limits.ts'

const { name, email, password } = registrationFields
const mailbox = z.string(email.missing).trim().max(email.max).regex(email.pattern, email.wrong)
const secret = z.string(password.missing).min(1, password.missing).max(password.max)

export const registration = z.object({
  name: z.string(name.missing).trim().min(1, name.missing).max(name.max).regex(name.pattern, name.wrong),
  email: mailbox,
  password: secret,
  isActive: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
})

export const signIn = z.object({ email: mailbox, password: secret })
