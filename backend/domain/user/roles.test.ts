// The roles of the staff: what each may do, and how an account comes to one.
import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { fold } from '#backend/eventstore/definition/decider.ts'
import { isStaff, may, type Permission, permissions, type StaffRole, staffRoles } from './roles.limits.ts'
import type { UserEvent } from './user.events.ts'
import { type UserCommand, user } from './user.ts'

const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId: 7, name: 'Ana', email: 'ana@gamertech.test', method: 'password' },
}
const admin: UserEvent = { type: 'AdminGranted', data: { userId: 7 } }
const banned: UserEvent = { type: 'UserBanned', data: { userId: 7, reason: null, note: null } }
const granted = (role: StaffRole): UserEvent => ({ type: 'StaffRoleGranted', data: { userId: 7, role } })
const revoked = (role: StaffRole): UserEvent => ({ type: 'StaffRoleRevoked', data: { userId: 7, role } })
const grant = (role: StaffRole, from: StaffRole | null = null): UserCommand => ({
  ...({ type: 'GrantStaffRole', userId: 7 } as const),
  role,
  from,
})
const revoke = (from: StaffRole | null): UserCommand => ({ type: 'RevokeStaffRole', userId: 7, from })

describe('a role', () => {
  test('is given, exchanged and taken by events that name it, each once', () => {
    given(user, registered).when(grant('support')).then(granted('support'))
    given(user, registered, granted('support')).when(grant('support')).nothing()
    given(user, registered, granted('support'))
      .when(grant('auditor', 'support'))
      .then(revoked('support'), granted('auditor'))
    given(user, registered, granted('support')).when(revoke('support')).then(revoked('support'))
    given(user, registered).when(revoke('support')).nothing()
  })

  test('is not overruled by who believed the account to have another one', () => {
    given(user, registered, granted('support')).when(grant('editor')).rejects('role_changed')
    given(user, registered, granted('support')).when(revoke('editor')).rejects('role_changed')
    given(user, registered, admin).when(grant('editor')).rejects('role_changed')
  })

  test('is of an active account, stays through a suspension, and ends with the person', () => {
    given(user, registered, banned).when(grant('editor')).rejects('conflict')
    const roleAfter = (...events: UserEvent[]) => fold(user, [registered, granted('editor'), ...events])?.staffRole
    expect(roleAfter(banned, { type: 'UserReinstated', data: { userId: 7 } })).toBe('editor')
    expect(roleAfter({ type: 'UserErased', data: { userId: 7 } })).toBeNull()
  })

  test('does not save from a suspension, as being an admin does', () => {
    given(user, registered, granted('operator')).when({ type: 'BanUser', userId: 7, reason: null }).then(banned)
  })

  test('ends when its person becomes an admin', () => {
    given(user, registered, granted('editor')).when({ type: 'GrantAdmin', userId: 7 }).then(revoked('editor'), admin)
  })
})

describe('what a role may do', () => {
  const all = Object.keys(permissions) as Permission[]
  const own = (staffRole: StaffRole | null, isAdmin = false) => all.filter((one) => may({ isAdmin, staffRole }, one))

  test('is everything for an admin and nothing for an account without one', () => {
    expect(own(null, true)).toEqual(all)
    expect(own(null)).toEqual([])
    expect([isStaff({ isAdmin: true, staffRole: null }), isStaff({ isAdmin: false, staffRole: null })]).toEqual([
      true,
      false,
    ])
  })

  test('is for an auditor to read all and change nothing but their own views of the panel', () => {
    const besides = ['audit:uncover', 'accounts:export', 'views:own', 'catalogue:cost']
    expect(own('auditor')).toEqual(all.filter((one) => one.endsWith(':read') || besides.includes(one)))
  })

  test('is never to change accounts, and nothing for a role that this release does not know', () => {
    for (const role of Object.keys(staffRoles) as StaffRole[]) expect(own(role)).not.toContain('accounts:change')
    expect(own('janitor' as StaffRole)).toEqual([])
  })
})
