// An account: who it is, whether it may act, whether it is an admin.

import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { UserEvent } from './user.events.ts'

export type User = {
  name: string | null
  email: string | null
  isActive: boolean
  isAdmin: boolean
  /** The id stays, the person is gone: nothing can be done with the account any more. */
  isErased: boolean
  /** Counts what ended all sessions of the account: a session that began in an earlier epoch is over. */
  sessionEpoch: number
  /** The epoch that the last ban began; 0 without one. A session of an earlier epoch was ended by a ban, not only by a new password. */
  banEpoch: number
}
export type UserState = User | null

export type UserCommand =
  | { type: 'RegisterUser'; userId: number; name: string; email: string; method: 'password' | 'google' }
  | { type: 'GrantAdmin'; userId: number }
  | { type: 'BanUser'; userId: number; reason: string | null }
  | { type: 'ReinstateUser'; userId: number }
  | { type: 'RequestPasswordReset'; userId: number }
  | { type: 'ChangePassword'; userId: number }
  /** isLastAdmin: no other active admin is there; the caller holds that until the append. */
  | { type: 'EraseUser'; userId: number; isLastAdmin: boolean }

function evolve(state: UserState, event: UserEvent): UserState {
  if (event.type === 'UserRegistered') {
    const { name, email } = event.data
    return { name, email, isActive: true, isAdmin: false, isErased: false, sessionEpoch: 0, banEpoch: 0 }
  }
  if (state === null) return state
  switch (event.type) {
    case 'AdminGranted':
      return { ...state, isAdmin: true }
    case 'UserBanned':
      return { ...state, isActive: false, sessionEpoch: state.sessionEpoch + 1, banEpoch: state.sessionEpoch + 1 }
    case 'UserReinstated':
      return { ...state, isActive: true }
    case 'PasswordResetRequested':
      return state
    case 'PasswordChanged':
      return { ...state, sessionEpoch: state.sessionEpoch + 1 }
    case 'UserErased':
      return { ...state, name: null, email: null, isActive: false, isAdmin: false, isErased: true }
    default:
      return event satisfies never
  }
}

function decide(state: UserState, command: UserCommand): UserEvent[] {
  const { userId } = command
  if (state?.isErased) return decideErased(command)
  if (command.type === 'RegisterUser') {
    if (state !== null) return []
    const { name, email, method } = command
    return [{ type: 'UserRegistered', data: { userId, name, email, method } }]
  }
  if (state === null) throw new Rejection('not_found')
  switch (command.type) {
    case 'GrantAdmin':
      if (!state.isActive) throw new Rejection('conflict')
      return state.isAdmin ? [] : [{ type: 'AdminGranted', data: { userId } }]
    case 'BanUser':
      if (state.isAdmin) throw new Rejection('conflict')
      return state.isActive ? [{ type: 'UserBanned', data: { userId, reason: command.reason } }] : []
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

function decideErased(command: UserCommand): UserEvent[] {
  if (command.type !== 'EraseUser') throw new Rejection('user_erased')
  return []
}

/** One spelling per mailbox: e-mails are compared in lower case. */
export function normalEmail(address: string): string {
  return address.trim().toLowerCase()
}

export const user: Decider<UserState, UserCommand, UserEvent, 'user'> = {
  category: 'user',
  initial: null,
  evolve,
  decide,
}
