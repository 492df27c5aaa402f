// Compares a posted account with its base: changed fields, permissions, and the resulting commands.
import { Rejection } from '#backend/domain/rejection.ts'
import type { StaffRole } from './roles.limits.ts'
import type { ShownUser } from './user.contract.ts'
import { unknownPerson } from './user.limits.ts'
import { normalEmail, type User, type UserCommand } from './user.ts'

export type UserField = keyof ShownUser
export type UserFields = { [Field in UserField]?: ShownUser[Field] | undefined }

/** `base`: the account as seen, or current; absent fields are unchanged. */
export function changedFields(posted: UserFields, base: UserFields): UserField[] {
  const fields: UserField[] = ['name', 'email', 'isActive', 'isAdmin', 'staffRole', 'imageUrl', 'createdAt']
  return fields.filter((field) => {
    const [wanted, before] = [posted[field], base[field]]
    return wanted !== undefined && before !== undefined && plain(field, wanted) !== plain(field, before)
  })
}

function plain(field: UserField, value: string | boolean | null): string | boolean | null | number {
  if (field === 'email') return normalEmail(String(value))
  if (field === 'imageUrl') return value || null
  return field === 'createdAt' ? Date.parse(String(value)) : value
}

export function shownState(state: User): Omit<ShownUser, 'createdAt'> {
  const { name, email, isActive, isAdmin, staffRole, imageUrl } = state
  return { name: name ?? unknownPerson, email: email ?? '', isActive, isAdmin, staffRole, imageUrl }
}

/** Throws Rejection forbidden, naming the fields or values that this caller may not change. */
export function refuseForbidden(
  { id, imageUrl }: UserFields & { id: number },
  fields: readonly UserField[],
  caller: { isOwn: boolean; mayChangeAccounts: boolean },
): void {
  const own: readonly UserField[] = caller.isOwn
    ? ['name', ...(isPictureOf(id, imageUrl) ? ['imageUrl' as const] : [])]
    : []
  const admins: readonly UserField[] = caller.mayChangeAccounts ? ['isActive', 'isAdmin', 'staffRole'] : []
  const refused = fields.filter((field) => ![...own, ...admins].includes(field))
  if (refused.length === 0) return
  const message = 'No podés cambiar este dato.'
  throw new Rejection('forbidden', { errors: refused.map((field) => ({ field, code: 'forbidden', message })) })
}

/** Accepts only the person's uploaded picture or none, since everybody who sees the account requests its address. */
function isPictureOf(userId: number, imageUrl: string | null | undefined): boolean {
  return !imageUrl || new RegExp(`^/avatar/${userId}(\\?v=[0-9a-f]+)?$`).test(imageUrl)
}

/** Granting needs the super-admin key. Revoking a staff role doesn't, since it may be urgent. */
export function needsRoleKey({ staffRole }: UserFields, fields: readonly UserField[]): boolean {
  return fields.includes('isAdmin') || (fields.includes('staffRole') && staffRole !== null)
}

type Circumstances = {
  userId: number
  reason: string | null
  note: string | null
  isLastAdmin: boolean
  roleBefore: StaffRole | null
}

/** One command per changed field, ordered so that all succeed: roles need active accounts, and admins stay active. */
export function commandsOf(
  posted: UserFields,
  fields: readonly UserField[],
  { userId, reason, note, isLastAdmin, roleBefore: from }: Circumstances,
): UserCommand[] {
  const { name, imageUrl, isActive, isAdmin, staffRole: role = null } = posted
  const commands: UserCommand[] = []
  if (fields.includes('name') && name !== undefined) commands.push({ type: 'RenameUser', userId, name })
  if (fields.includes('imageUrl') && imageUrl !== undefined)
    commands.push({ type: 'ChangeAvatar', userId, imageUrl: imageUrl || null })
  if (fields.includes('isActive') && isActive) commands.push({ type: 'ReinstateUser', userId })
  if (fields.includes('isAdmin'))
    commands.push(isAdmin ? { type: 'GrantAdmin', userId } : { type: 'RevokeAdmin', userId, isLastAdmin })
  if (fields.includes('staffRole'))
    commands.push(role ? { type: 'GrantStaffRole', userId, role, from } : { type: 'RevokeStaffRole', userId, from })
  if (fields.includes('isActive') && !isActive) commands.push({ type: 'BanUser', userId, reason, note })
  return commands
}
