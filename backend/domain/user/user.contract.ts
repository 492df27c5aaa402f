import { z } from 'zod'
import { addressEntry, shownAddress } from '#backend/domain/address.contract.ts'
import { isCommonPassword } from '#backend/domain/common-passwords.ts'
import { each, keysOf, listQuery, matching, panelPage, textUpTo } from '#backend/domain/list.contract.ts'
import { staffRoles } from './roles.limits.ts'
import { safeRedirect } from './safe-redirect.limits.ts'
import { banLimits, registrationFields } from './user.limits.ts'

const { name, email, password } = registrationFields
const mailbox = z.string(email.missing).trim().max(email.max).regex(email.pattern, email.wrong)
/** Accounts may be older than the rules for new ones. */
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

export const newPassword = z.object({ token: matching(/^[\w-]{43}$/), password: chosenPassword })

export const signIn = z.object({ email: mailbox, password: knownPassword })

export const googleStart = z.object({
  redirect: z
    .string()
    .max(1000)
    .refine((path) => safeRedirect(path) !== undefined, 'Debe ser una página de la tienda.')
    .optional(),
})

/** The provider's parameters of the return address. `code`: null after a cancellation. */
export const googleReturn = z.object({
  code: z.string().min(1).max(4096).nullable(),
  state: z.string().min(1).max(100),
})

export const googleLink = z.object({ password: knownPassword })

const echoes = ['id', 'sub', 'given_name', 'family_name', 'picture', 'locale', 'hd'] as const
const firebaseEchoes = ['uid', 'displayName', 'photoURL', 'phoneNumber', 'providerId', 'granted_scopes'] as const

/** Only e-mail and name are compared; the rest is ignored. */
const googleProfile = z.object({
  email: z.string().max(email.max),
  name: z.string().max(banLimits.note).optional(),
  ...each([...echoes, ...firebaseEchoes], z.string().max(1000).nullish()),
  ...each(['verified_email', 'email_verified', 'emailVerified'], z.boolean().optional()),
})

/** `credential`: the provider's ID token; uid and data echo it. */
export const googleCredential = z.object({
  uid: z.string().min(1).max(255),
  data: googleProfile,
  credential: z.string().max(16_384).optional(),
})

export const erasure = z.object({
  userId: z.int().positive(),
  confirmation: z.string().min(1, 'Escribilo para confirmar.').max(password.max),
})

/** Empty or null: the default picture. A later check decides whose picture it may be. */
const picture = z
  .string()
  .max(500)
  .regex(/^(\/(?!\/)[\w./?=-]+)?$/)
  .nullable()

const shownUser = z.object({
  name: z.string().normalize().trim().min(1, name.missing).max(name.max),
  email: z.string().max(email.max),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  staffRole: keysOf(staffRoles).nullable(),
  imageUrl: picture,
  createdAt: z.iso.datetime(),
})
export type ShownUser = z.output<typeof shownUser>

/**
 * The whole account with changes. `seen`: as shown; values equal to it are no change, even if outdated.
 * `superAdminKey`: for isAdmin or a granted staff role; `reason`: of a suspension; `note`: for later readers.
 */
export const modifiedUser = shownUser.partial().extend({
  id: z.int().positive(),
  seen: shownUser.partial().extend({ id: z.int().optional() }).optional(),
  superAdminKey: z.string().min(1).max(200).optional(),
  reason: z.string().trim().max(banLimits.reason).optional(),
  note: z.string().trim().max(banLimits.note).optional(),
})

export const userSearch = listQuery.extend({ name: textUpTo(name.max) })

export const keptAddress = z.object({ userId: z.int().positive(), address: addressEntry.nullable() })

export const openSession = z.object({ id: z.uuid() })

export const userAnswer = shownUser.extend({
  id: z.int().positive(),
  name: z.string(),
  email: z.string(),
  imageUrl: z.string().nullable(),
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
