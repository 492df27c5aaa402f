// An account: identity, activity, role.
import { type Address, addressFieldNames } from '#backend/domain/address.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { addressOf } from '#backend/domain/sealed-address.ts'
import { type Changes, changed, type Decider } from '#backend/eventstore/definition/decider.ts'
import type { StaffRole } from './roles.limits.ts'
import type { UserEvent } from './user.events.ts'
import { roleKeyAttempts } from './user.limits.ts'

export type User = {
  name: string | null
  email: string | null
  imageUrl: string | null
  address: Address | null
  isActive: boolean
  isAdmin: boolean
  staffRole: StaffRole | null
  /** False until the e-mail is proven; anybody can register with any e-mail. */
  isEmailProven: boolean
  google: { issuer: string; subject: string | null } | null
  /** The id stays; the account can do nothing any more. */
  isErased: boolean
  /** Counts events that ended all sessions; sessions of earlier epochs are over. */
  sessionEpoch: number
  /** The epoch of the last ban, 0 without one. Tells a ban from a mere new password. */
  banEpoch: number
  roleKeyRejections: number
}
export type UserState = User | null

export type UserCommand =
  | { type: 'RegisterUser'; userId: number; name: string; email: string; method: 'password' | 'google' }
  /** `email` is verified by the provider. `isPasswordGiven`: the caller knows the account's password. */
  | { type: 'LinkGoogle'; userId: number; issuer: string; subject: string; email: string; isPasswordGiven: boolean }
  | { type: 'RenameUser'; userId: number; name: string }
  | { type: 'ChangeAvatar'; userId: number; imageUrl: string | null }
  | { type: 'ChangeAddress'; userId: number; address: Address | null }
  | RoleCommand
  | { type: 'BanUser'; userId: number; reason: string | null; note?: string | null }
  | { type: 'ReinstateUser'; userId: number }
  | { type: 'RequestPasswordReset'; userId: number }
  | { type: 'ChangePassword'; userId: number }
  /** `isLastAdmin`: the caller guarantees it until the append. */
  | { type: 'EraseUser'; userId: number; isLastAdmin: boolean }

export type RoleCommand =
  | { type: 'GrantAdmin'; userId: number }
  /** `isLastAdmin`: the caller guarantees it until the append. */
  | { type: 'RevokeAdmin'; userId: number; isLastAdmin: boolean }
  | { type: 'GrantStaffRole'; userId: number; role: StaffRole; from: StaffRole | null }
  | { type: 'RevokeStaffRole'; userId: number; from: StaffRole | null }
  | { type: 'RejectRoleKey'; userId: number; targetId: number | null }
  | { type: 'LiftRoleBlock'; userId: number }

const newcomer = {
  imageUrl: null,
  address: null,
  google: null,
  isActive: true,
  isAdmin: false,
  staffRole: null,
  isErased: false,
  sessionEpoch: 0,
  banEpoch: 0,
  roleKeyRejections: 0,
}

const nobody = { name: null, email: null, imageUrl: null, address: null, google: null }

const changes: Changes<User, Exclude<UserEvent, { type: 'UserRegistered' }>> = {
  /** Earlier sessions may belong to somebody who merely typed the e-mail. */
  GoogleLinked: ({ sessionEpoch }, { issuer, subject }) => ({
    google: { issuer, subject },
    isEmailProven: true,
    sessionEpoch: sessionEpoch + 1,
  }),
  UserRenamed: (_, { name }) => ({ name }),
  UserAvatarChanged: (_, { imageUrl }) => ({ imageUrl }),
  UserAddressChanged: (_, address) => ({ address: addressOf(address) }),
  UserAddressRemoved: () => ({ address: null }),
  AdminGranted: () => ({ isAdmin: true }),
  AdminRevoked: () => ({ isAdmin: false }),
  StaffRoleGranted: (_, { role }) => ({ staffRole: role }),
  StaffRoleRevoked: () => ({ staffRole: null }),
  RoleKeyRejected: ({ roleKeyRejections }) => ({ roleKeyRejections: roleKeyRejections + 1 }),
  RoleBlockLifted: () => ({ roleKeyRejections: 0 }),
  UserBanned: ({ sessionEpoch }) => ({ isActive: false, sessionEpoch: sessionEpoch + 1, banEpoch: sessionEpoch + 1 }),
  UserReinstated: () => ({ isActive: true }),
  PasswordResetRequested: () => ({}),
  /** By a link that was mailed: the person who set it reads the account's mail. */
  PasswordChanged: ({ sessionEpoch }) => ({ isEmailProven: true, sessionEpoch: sessionEpoch + 1 }),
  UserErased: () => ({ ...nobody, isActive: false, isAdmin: false, staffRole: null, isErased: true }),
}

function evolve(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserRegistered') {
    const { name, email, method } = event.data
    return { name, email, ...newcomer, isEmailProven: method === 'google' }
  }
  return state && changed(changes, state, event)
}

function decide(state: UserState, command: UserCommand): UserEvent[] {
  const { userId } = command
  if (state?.isErased && command.type === 'EraseUser') return []
  if (state?.isErased) throw new Rejection('user_erased')
  if (command.type === 'RegisterUser') {
    if (state !== null) return []
    const { name, email, method } = command
    return [{ type: 'UserRegistered', data: { userId, name, email, method } }]
  }
  if (state === null) throw new Rejection('not_found')
  switch (command.type) {
    case 'LinkGoogle':
      return decideLink(state, command)
    case 'RenameUser':
      return state.name === command.name ? [] : [{ type: 'UserRenamed', data: { userId, name: command.name } }]
    case 'ChangeAvatar':
    case 'ChangeAddress':
      return command.type === 'ChangeAvatar' ? changeAvatar(state, command) : changeAddress(state, command)
    case 'GrantAdmin':
    case 'RevokeAdmin':
    case 'GrantStaffRole':
    case 'RevokeStaffRole':
    case 'RejectRoleKey':
    case 'LiftRoleBlock':
      return decideRole(state, command)
    case 'BanUser':
      return decideBan(state, command)
    case 'ReinstateUser':
      return state.isActive ? [] : [{ type: 'UserReinstated', data: { userId } }]
    case 'RequestPasswordReset':
      return state.isActive ? [{ type: 'PasswordResetRequested', data: { userId } }] : []
    case 'ChangePassword':
      return [{ type: 'PasswordChanged', data: { userId } }]
    case 'EraseUser':
      if (command.isLastAdmin) throw new Rejection('last_admin')
      return [{ type: 'UserErased', data: { userId } }]
    default:
      return command satisfies never
  }
}

function decideBan(state: User, { userId, reason, note = null }: UserCommand & { type: 'BanUser' }): UserEvent[] {
  if (state.isAdmin) throw new Rejection('admin_stays_active')
  return state.isActive ? [{ type: 'UserBanned', data: { userId, reason, note } }] : []
}

function changeAvatar({ imageUrl: shown }: User, { userId, imageUrl }: UserCommand & { type: 'ChangeAvatar' }) {
  return shown === imageUrl ? [] : [{ type: 'UserAvatarChanged' as const, data: { userId, imageUrl } }]
}

function changeAddress(
  { address: kept }: User,
  { userId, address }: UserCommand & { type: 'ChangeAddress' },
): UserEvent[] {
  if (address === null) return kept === null ? [] : [{ type: 'UserAddressRemoved', data: { userId } }]
  if (kept !== null && addressFieldNames.every((field) => kept[field] === address[field])) return []
  return [{ type: 'UserAddressChanged', data: { userId, ...address } }]
}

function decideRole(state: User, command: RoleCommand): UserEvent[] {
  const { userId } = command
  switch (command.type) {
    case 'GrantAdmin':
      if (!state.isActive) throw new Rejection('conflict')
      return state.isAdmin ? [] : [...withoutRole(state, userId), { type: 'AdminGranted', data: { userId } }]
    case 'RevokeAdmin':
      if (!state.isAdmin) return []
      if (command.isLastAdmin) throw new Rejection('last_admin')
      return [{ type: 'AdminRevoked', data: { userId } }]
    case 'GrantStaffRole':
      return decideStaffRole(state, command)
    case 'RevokeStaffRole':
      if (state.staffRole !== null && state.staffRole !== command.from) throw new Rejection('role_changed')
      return withoutRole(state, userId)
    case 'RejectRoleKey':
      if (roleKeyAttemptsLeft(state) === 0) throw new Rejection('role_change_blocked')
      return [{ type: 'RoleKeyRejected', data: { userId, targetId: command.targetId } }]
    case 'LiftRoleBlock':
      return state.roleKeyRejections === 0 ? [] : [{ type: 'RoleBlockLifted', data: { userId } }]
    default:
      return command satisfies never
  }
}

/** The second of two concurrent admins gets a conflict instead of overruling the first. */
function decideStaffRole(state: User, { userId, role, from }: RoleCommand & { type: 'GrantStaffRole' }): UserEvent[] {
  if (!state.isActive) throw new Rejection('conflict')
  if (state.staffRole === role) return []
  if (state.isAdmin || state.staffRole !== from) throw new Rejection('role_changed')
  return [...withoutRole(state, userId), { type: 'StaffRoleGranted', data: { userId, role } }]
}

function withoutRole({ staffRole: role }: User, userId: number): UserEvent[] {
  return role === null ? [] : [{ type: 'StaffRoleRevoked', data: { userId, role } }]
}

export function roleKeyAttemptsLeft({ roleKeyRejections }: Pick<User, 'roleKeyRejections'>): number {
  return Math.max(0, roleKeyAttempts - roleKeyRejections)
}

/** An unproven e-mail needs the password: somebody else may have registered it. */
function decideLink(state: User, command: UserCommand & { type: 'LinkGoogle' }): UserEvent[] {
  const { userId, issuer, subject, email, isPasswordGiven } = command
  if (!state.isActive) throw new Rejection('user_banned')
  if (state.google?.issuer === issuer && state.google.subject === subject) return []
  if (state.google !== null) throw new Rejection('google_taken')
  if (normalEmail(state.email ?? '') !== email) throw new Rejection('conflict')
  if (!state.isEmailProven && !isPasswordGiven) throw new Rejection('google_link_required', { email })
  return [{ type: 'GoogleLinked', data: { userId, issuer, subject, email } }]
}

export function normalEmail(address: string): string {
  return address.trim().toLowerCase()
}

export const user: Decider<UserState, UserCommand, UserEvent, 'user'> = {
  category: 'user',
  initial: null,
  evolve,
  decide,
}
