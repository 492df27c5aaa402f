// Requests and answers about accounts and who is signed in.
import { z } from 'zod'
import { addressEntry, shownAddress } from '#backend/domain/address.contract.ts'
import { isCommonPassword } from '#backend/domain/common-passwords.ts'
import { listQuery, panelPage } from '#backend/domain/list.contract.ts'
import { type StaffRole, staffRoles } from './roles.limits.ts'
import { safeRedirect } from './safe-redirect.limits.ts'
import { banLimits, registrationFields } from './user.limits.ts'

const { name, email, password } = registrationFields
const mailbox = z.string(email.missing).trim().max(email.max).regex(email.pattern, email.wrong)
/** Of an account that may be older than the rules for new ones. */
const knownPassword = z.string(password.missing).min(1, password.missing).max(password.max)
const chosenPassword = knownPassword.regex(password.pattern, password.wrong).refine(async (text) => {
  return !(await isCommonPassword(text))
}, 'Esa contraseña es de las que todos usan: elegí otra.')

export const registration = z.object({
  name: z.string(name.missing).normalize().trim().min(1, name.missing).max(name.max).regex(name.pattern, name.wrong),
  email: mailbox,
  password: chosenPassword,
  isActive: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
})

export const resetRequest = z.object({ email: mailbox })

export const newPassword = z.object({ token: z.string().regex(/^[\w-]{43}$/), password: chosenPassword })

export const signIn = z.object({ email: mailbox, password: knownPassword })

/** redirect: where the shop leads after the sign-in; anything but a page of the shop is refused. */
export const googleStart = z.object({
  redirect: z
    .string()
    .max(1000)
    .refine((path) => safeRedirect(path) !== undefined, 'Debe ser una página de la tienda.')
    .optional(),
})

/** What the provider added to the address that it sent the person back to. code: null for somebody who went back without signing in. */
export const googleReturn = z.object({
  code: z.string().min(1).max(4096).nullable(),
  state: z.string().min(1).max(100),
})

export const googleLink = z.object({ password: knownPassword })

const echo = z.string().max(1000).nullish()
const flag = z.boolean().optional()

/** The provider's profile as its clients hand it on: only e-mail and name are compared, the rest is not read. */
const googleProfile = z.object({
  email: z.string().max(email.max),
  name: z.string().max(banLimits.note).optional(),
  id: echo,
  sub: echo,
  given_name: echo,
  family_name: echo,
  picture: echo,
  locale: echo,
  hd: echo,
  uid: echo,
  displayName: echo,
  photoURL: echo,
  phoneNumber: echo,
  providerId: echo,
  granted_scopes: echo,
  verified_email: flag,
  email_verified: flag,
  emailVerified: flag,
})

/** credential: the provider's ID token; uid and data are an echo of what it says. */
export const googleCredential = z.object({
  uid: z.string().min(1).max(255),
  data: googleProfile,
  credential: z.string().max(16_384).optional(),
})

/** confirmation: the account's password, or the word for an account without one. */
export const erasure = z.object({
  userId: z.int().positive(),
  confirmation: z.string().min(1, 'Escribilo para confirmar.').max(password.max),
})

/** A picture of the shop's own; empty or null: the one that everybody has. Whose picture it may be is decided with the account. */
const picture = z
  .string()
  .max(500)
  .regex(/^(\/(?!\/)[\w./?=-]+)?$/)
  .nullable()

const staffRole = z.enum(Object.keys(staffRoles) as [StaffRole, ...StaffRole[]])

/** Of an account as a client shows it. */
const shownUser = z.object({
  name: z.string().normalize().trim().min(1, name.missing).max(name.max),
  email: z.string().max(email.max),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  staffRole: staffRole.nullable(),
  imageUrl: picture,
  createdAt: z.iso.datetime(),
})

/**
 * The whole account with what is to be otherwise. seen: the account as the client showed it; what is posted as it was seen is no
 * change, also if it is otherwise by now. superAdminKey: for a change of isAdmin, or a staff role that is given; reason: why an account is suspended; note: what whoever
 * looks at it later should know.
 */
export const modifiedUser = shownUser.partial().extend({
  id: z.int().positive(),
  seen: shownUser.partial().extend({ id: z.int().optional() }).optional(),
  superAdminKey: z.string().min(1).max(200).optional(),
  reason: z.string().trim().max(banLimits.reason).optional(),
  note: z.string().trim().max(banLimits.note).optional(),
})

/** page: of the list, from 1. */
export const userSearch = listQuery.extend({ name: z.string().trim().min(1).max(name.max) })

/** null: no address is kept any more. */
export const keptAddress = z.object({ userId: z.int().positive(), address: addressEntry.nullable() })

/** A session of the caller's, by what the list of them calls it. */
export const openSession = z.object({ id: z.uuid() })

export const userAnswer = z.object({
  id: z.int().positive(),
  name: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  staffRole: staffRole.nullable(),
  imageUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type UserView = z.output<typeof userAnswer>

export const signedInAnswer = z.object({ user: userAnswer, msg: z.string(), marcaTiempoLogin: z.iso.datetime() })
export const googleAnswer = signedInAnswer.extend({ redirect: z.string().nullable() })
export const sessionAnswer = z.object({
  user: userAnswer.nullable(),
  marcaTiempoLogin: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  changeRolAttempts: z.int().optional(),
})

export const addressAnswer = z.object({ address: shownAddress.nullable() })

export const panelUsersAnswer = panelPage(userAnswer)
export const userDossierAnswer = z.object({
  user: userAnswer,
  sessions: z.int(),
  openOrder: z.object({ id: z.int(), total: z.number(), holdUntil: z.iso.datetime() }).nullable(),
})
