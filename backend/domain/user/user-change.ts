// What a client that posts a whole account wants otherwise, who may want that, and the commands that it comes to.
import { Rejection } from '#backend/domain/rejection.ts'
import type { StaffRole } from './roles.limits.ts'
import { normalEmail, type User, type UserCommand } from './user.ts'

/** The fields of an account that a client is shown. createdAt: ISO 8601. */
export type ShownUser = {
  name: string
  email: string
  isActive: boolean
  isAdmin: boolean
  staffRole: StaffRole | null
  imageUrl: string | null
  createdAt: string
}
export type UserField = keyof ShownUser
type Fields = { [Field in UserField]?: ShownUser[Field] | undefined }

/** base: the account as the client saw it, or as it is; a field that it lacks was not changed. */
export function changedFields(posted: Fields, base: Fields): UserField[] {
  const fields: UserField[] = ['name', 'email', 'isActive', 'isAdmin', 'staffRole', 'imageUrl', 'createdAt']
  return fields.filter((field) => {
    const [wanted, before] = [posted[field], base[field]]
    return wanted !== undefined && before !== undefined && plain(field, wanted) !== plain(field, before)
  })
}

/** Two spellings of the same are one. */
function plain(field: UserField, value: string | boolean | null): string | boolean | null | number {
  if (field === 'email') return normalEmail(String(value))
  if (field === 'imageUrl') return value || null
  return field === 'createdAt' ? Date.parse(String(value)) : value
}

/** The account as the log has it. */
export function shownState(state: User): Omit<ShownUser, 'createdAt'> {
  const { name, email, isActive, isAdmin, staffRole, imageUrl } = state
  return { name: name ?? 'Usuario desconocido', email: email ?? '', isActive, isAdmin, staffRole, imageUrl }
}

/** Throws Rejection forbidden, which names the fields that this caller may not change, or not to this. */
export function refuseForbidden(
  { id, imageUrl }: Fields & { id: number },
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

/** The address that the upload of a picture returns, or none: another path of the shop would be asked for by whoever sees the account. */
function isPictureOf(userId: number, imageUrl: string | null | undefined): boolean {
  return !imageUrl || new RegExp(`^/avatar/${userId}(\\?v=[0-9a-f]+)?$`).test(imageUrl)
}

/** Authority is given by who knows the super-admin key. To take a staff role away none is asked for: that must be possible at once. */
export function needsRoleKey({ staffRole }: Fields, fields: readonly UserField[]): boolean {
  return fields.includes('isAdmin') || (fields.includes('staffRole') && staffRole !== null)
}

/** roleBefore: the staff role that the caller was shown. */
type Circumstances = {
  userId: number
  reason: string | null
  note: string | null
  isLastAdmin: boolean
  roleBefore: StaffRole | null
}

/** A command for each changed field, in an order in which all can be carried out: roles are of active accounts, and admins stay active. */
export function commandsOf(
  posted: Fields,
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
