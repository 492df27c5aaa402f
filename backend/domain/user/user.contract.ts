// What may come over the wire about accounts.
import { z } from 'zod'
import { isCommonPassword } from '#backend/domain/common-passwords.ts'
import { registrationFields } from './user.limits.ts'

const { name, email, password } = registrationFields
const mailbox = z.string(email.missing).trim().max(email.max).regex(email.pattern, email.wrong)
/** Of an account that may be older than the rules for new ones. */
const knownPassword = z.string(password.missing).min(1, password.missing).max(password.max)
const chosenPassword = knownPassword.regex(password.pattern, password.wrong).refine(async (text) => {
  return !(await isCommonPassword(text))
}, 'Esa contraseña es de las que todos usan: elegí otra.')

export const registration = z.object({
  name: z.string(name.missing).trim().min(1, name.missing).max(name.max).regex(name.pattern, name.wrong),
  email: mailbox,
  password: chosenPassword,
  isActive: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
})

export const resetRequest = z.object({ email: mailbox })

export const newPassword = z.object({ token: z.string().regex(/^[\w-]{43}$/), password: chosenPassword })

export const signIn = z.object({ email: mailbox, password: knownPassword })
