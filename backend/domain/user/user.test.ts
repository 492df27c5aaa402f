import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { fold } from '#backend/eventstore/definition/decider.ts'
import type { UserEvent } from './user.events.ts'
import { normalEmail, roleKeyAttemptsLeft, type User, type UserCommand, user } from './user.ts'

const data = { userId: 7, name: 'Ana', email: 'ana@gamertech.test', method: 'password' } as const
const register: UserCommand = { type: 'RegisterUser', ...data }
const registered: UserEvent = { type: 'UserRegistered', data }
const address = {
  recipient: 'Ana Ríos',
  street: 'Mitre 123',
  floor: '',
  city: 'Rosario',
  province: 'Santa Fe',
  postalCode: '2000',
  phone: '341 555-1234',
}
const addressed: UserEvent = { type: 'UserAddressChanged', data: { userId: 7, ...address } }
const ban: UserCommand = { type: 'BanUser', userId: 7, reason: 'abuso' }
const banned: UserEvent = { type: 'UserBanned', data: { userId: 7, reason: 'abuso', note: null } }
const google = { userId: 7, issuer: 'https://google.test', subject: 'sub-1', email: 'ana@gamertech.test' }
const link: UserCommand = { type: 'LinkGoogle', ...google, isPasswordGiven: false }
const linked: UserEvent = { type: 'GoogleLinked', data: google }
const granted: UserEvent = { type: 'AdminGranted', data: { userId: 7 } }

test('registers once', () => {
  given(user).when(register).then(registered)
  given(user, registered).when(register).nothing()
})
test('is banned and reinstated, each once', () => {
  given(user, registered).when(ban).then(banned)
  given(user, registered, banned).when(ban).nothing()
  given(user, registered, banned)
    .when({ type: 'ReinstateUser', userId: 7 })
    .then({ type: 'UserReinstated', data: { userId: 7 } })
  given(user, registered).when({ type: 'ReinstateUser', userId: 7 }).nothing()
})
test('each ban begins a new epoch of sessions; a grant and a reinstatement do not', () => {
  const reinstated: UserEvent = { type: 'UserReinstated', data: { userId: 7 } }
  const epochAfter = (...events: UserEvent[]) => fold(user, [registered, ...events])?.sessionEpoch
  expect(epochAfter()).toBe(0)
  expect(epochAfter(granted)).toBe(0)
  expect(epochAfter(banned)).toBe(1)
  expect(epochAfter(banned, reinstated)).toBe(1)
  expect(epochAfter(banned, reinstated, banned)).toBe(2)
})
test('a new password is asked for as often as wanted, unless the account is suspended', () => {
  const request: UserCommand = { type: 'RequestPasswordReset', userId: 7 }
  const requested: UserEvent = { type: 'PasswordResetRequested', data: { userId: 7 } }
  given(user, registered).when(request).then(requested)
  given(user, registered, requested).when(request).then(requested)
  given(user, registered, banned).when(request).nothing()
  given(user).when(request).rejects('not_found')
})
test('a new password begins an epoch of sessions as a ban does, and is told apart from it', () => {
  const changed: UserEvent = { type: 'PasswordChanged', data: { userId: 7 } }
  given(user, registered).when({ type: 'ChangePassword', userId: 7 }).then(changed)
  expect(fold(user, [registered, changed])).toMatchObject({ sessionEpoch: 1, banEpoch: 0 })
  expect(fold(user, [registered, changed, banned, changed])).toMatchObject({ sessionEpoch: 3, banEpoch: 2 })
})
describe('signing in by Google', () => {
  const byGoogle: UserEvent = { type: 'UserRegistered', data: { ...data, method: 'google' } }

  test('[T31 partial] an account whose e-mail anybody could have typed is linked only with its password', () => {
    given(user, registered).when(link).rejects('google_link_required')
    given(user, registered)
      .when({ ...link, isPasswordGiven: true })
      .then(linked)
    given(user, byGoogle).when(link).then(linked)
  })
  test('it is linked once, to one account of the provider, of the same e-mail, and not while suspended', () => {
    given(user, byGoogle, linked).when(link).nothing()
    const other = { ...link, subject: 'sub-2', isPasswordGiven: true }
    given(user, byGoogle, linked).when(other).rejects('google_taken')
    given(user, byGoogle, linked)
      .when({ ...link, issuer: 'https://other.test' })
      .rejects('google_taken')
    given(user, byGoogle)
      .when({ ...link, email: 'eva@gamertech.test' })
      .rejects('conflict')
    given(user, registered, banned)
      .when({ ...link, isPasswordGiven: true })
      .rejects('user_banned')
  })
  test('[T31 partial] a link ends the sessions that began before it', () =>
    expect(fold(user, [registered, linked])?.sessionEpoch).toBe(1))
})
test('becomes an admin once, and an admin cannot be banned', () => {
  given(user, registered).when({ type: 'GrantAdmin', userId: 7 }).then(granted)
  given(user, registered, granted).when({ type: 'GrantAdmin', userId: 7 }).nothing()
  given(user, registered, granted).when(ban).rejects('admin_stays_active')
})
test('stops being an admin once, unless it is the last one, and may then be banned', () => {
  const revoke: UserCommand = { type: 'RevokeAdmin', userId: 7, isLastAdmin: false }
  const revoked: UserEvent = { type: 'AdminRevoked', data: { userId: 7 } }
  given(user, registered, granted).when(revoke).then(revoked)
  given(user, registered, granted)
    .when({ ...revoke, isLastAdmin: true })
    .rejects('last_admin')
  given(user, registered, granted, revoked).when(revoke).nothing()
  given(user, registered, granted, revoked).when(ban).then(banned)
})
test('three wrong keys are remembered, and no more; an operator gives the attempts back', () => {
  const reject: UserCommand = { type: 'RejectRoleKey', userId: 7, targetId: 9 }
  const rejected: UserEvent = { type: 'RoleKeyRejected', data: { userId: 7, targetId: 9 } }
  const lift: UserCommand = { type: 'LiftRoleBlock', userId: 7 }
  const lifted: UserEvent = { type: 'RoleBlockLifted', data: { userId: 7 } }
  given(user, registered, granted, rejected, rejected).when(reject).then(rejected)
  given(user, registered, granted, rejected, rejected, rejected).when(reject).rejects('role_change_blocked')
  given(user, registered, granted).when(lift).nothing()
  given(user, registered, granted, rejected).when(lift).then(lifted)
  const left = (...events: UserEvent[]) => roleKeyAttemptsLeft(fold(user, [registered, granted, ...events]) as User)
  expect([left(), left(rejected), left(rejected, rejected, rejected)]).toEqual([3, 2, 0])
  expect(left(rejected, rejected, rejected, lifted, rejected)).toBe(2)
})
test('a name and a picture change to another one only', () => {
  const renamed: UserEvent = { type: 'UserRenamed', data: { userId: 7, name: 'Eva' } }
  const pictured: UserEvent = { type: 'UserAvatarChanged', data: { userId: 7, imageUrl: '/avatar/7' } }
  const rename: UserCommand = { type: 'RenameUser', userId: 7, name: 'Eva' }
  const change: UserCommand = { type: 'ChangeAvatar', userId: 7, imageUrl: '/avatar/7' }
  given(user, registered).when(rename).then(renamed)
  given(user, registered, renamed).when(rename).nothing()
  given(user, registered).when(change).then(pictured)
  given(user, registered, pictured).when(change).nothing()
  expect(fold(user, [registered, renamed, pictured])).toMatchObject({ name: 'Eva', imageUrl: '/avatar/7' })
})
describe('erasing', () => {
  const erase: UserCommand = { type: 'EraseUser', userId: 7, isLastAdmin: false }
  const erased: UserEvent = { type: 'UserErased', data: { userId: 7 } }

  test('[EVT-06 partial] an account is erased once, also a banned one, and the fact holds no personal data', () => {
    given(user, registered).when(erase).then(erased)
    given(user, registered, banned).when(erase).then(erased)
    given(user, registered, erased).when(erase).nothing()
    const forgotten = {
      name: null,
      email: null,
      imageUrl: null,
      google: null,
      isActive: false,
      isAdmin: false,
      isErased: true,
    }
    const state = fold(user, [registered, granted, linked, erased])
    expect(state).toMatchObject(forgotten)
    expect(JSON.stringify(state)).not.toContain('sub-1')
  })

  test.for<UserCommand>([
    register,
    ban,
    link,
    { type: 'RevokeAdmin', userId: 7, isLastAdmin: false },
    { type: 'RenameUser', userId: 7, name: 'Eva' },
    ...(['GrantAdmin', 'LiftRoleBlock', 'ReinstateUser', 'RequestPasswordReset', 'ChangePassword'] as const).map(
      (type) => ({
        type,
        userId: 7,
      }),
    ),
  ])('afterwards $type is refused', (command) => {
    given(user, registered, erased).when(command).rejects('user_erased')
    given(user, registered, banned, erased).when(command).rejects('user_erased')
  })

  test('an admin is erased unless it is the last one', () => {
    given(user, registered, granted).when(erase).then(erased)
    given(user, registered, granted)
      .when({ ...erase, isLastAdmin: true })
      .rejects('last_admin')
    given(user).when(erase).rejects('not_found')
  })
})

test('an account that is not there is not found', () => given(user).when(ban).rejects('not_found'))
test('e-mails are one however they are typed', () =>
  expect(normalEmail('  Ana@GamerTech.TEST ')).toBe('ana@gamertech.test'))

test('an address is kept, changed and removed; the same again is nothing, and erasing takes it away', () => {
  const keep: UserCommand = { type: 'ChangeAddress', userId: 7, address }
  const removed: UserEvent = { type: 'UserAddressRemoved', data: { userId: 7 } }
  given(user, registered).when(keep).then(addressed)
  given(user, registered, addressed).when(keep).nothing()
  given(user, registered, addressed)
    .when({ ...keep, address: null })
    .then(removed)
  given(user, registered)
    .when({ ...keep, address: null })
    .nothing()
  const erased: UserEvent = { type: 'UserErased', data: { userId: 7 } }
  given(user, registered, addressed, erased).when(keep).rejects('user_erased')
  expect(fold(user, [registered, addressed, erased])?.address).toBeNull()
})
