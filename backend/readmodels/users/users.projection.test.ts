import { describe, test } from 'vitest'
import { given, timeOf } from '#backend/eventstore/testing/projection-spec.ts'
import { banned, became, pictured, registered, renamed, staffed } from '#backend/readmodels/testing/facts.ts'
import { usersProjection as users } from './users.projection.ts'

const row = (user_id: number, nth = 1) => ({
  user_id,
  name: 'Zoraida' as string | null,
  email: 'zoraida@gamertech.test' as string | null,
  image_url: null,
  is_active: true,
  is_admin: false,
  staff_role: null,
  created_at: timeOf(nth),
})

describe('the row of an account', () => {
  test('is there once it is registered, active and no admin', () => {
    given(users, registered(7)).expectRows(row(7))
  })

  test('follows what becomes of the account', () => {
    given(users, registered(7), became('AdminGranted', 7)).expectRows({ ...row(7), is_admin: true })
    given(users, registered(7), became('AdminGranted', 7), became('AdminRevoked', 7)).expectRows(row(7))
    const named = [registered(7), staffed('StaffRoleGranted', 7)] as const
    given(users, ...named).expectRows({ ...row(7), staff_role: 'support' })
    given(users, ...named, staffed('StaffRoleRevoked', 7)).expectRows(row(7))
    given(users, registered(7), renamed(7, 'Zoe')).expectRows({ ...row(7), name: 'Zoe' })
    given(users, registered(7), pictured(7, '/avatar/7')).expectRows({ ...row(7), image_url: '/avatar/7' })
    given(users, registered(7), pictured(7, '/avatar/7'), pictured(7, null)).expectRows(row(7))
    given(users, registered(7), banned(7)).expectRows({ ...row(7), is_active: false })
    given(users, registered(7), banned(7), became('UserReinstated', 7)).expectRows(row(7))
  })

  test('stays after an erasure, without anything that says who it was, inactive and no admin', () => {
    given(users, registered(7), became('AdminGranted', 7), became('UserErased', 7)).expectRows({
      ...row(7),
      name: null,
      email: null,
      is_active: false,
    })
  })

  test('says nothing of a role after an erasure', () => {
    const erased = { ...row(7), name: null, email: null, is_active: false }
    given(users, registered(7), staffed('StaffRoleGranted', 7), became('UserErased', 7)).expectRows(erased)
  })

  test('is empty from the start if the person was erased before the rows are made anew', () => {
    const sealed = { ...registered(7), data: { userId: 7, name: null, email: null, method: 'password' as const } }
    given(users, { ...sealed, type: 'UserRegistered' }).expectRows({ ...row(7), name: null, email: null })
  })

  test('changes nothing when the same happens again', () => {
    given(users, registered(7), banned(7), banned(7)).expectRows({ ...row(7), is_active: false })
  })

  test('is one for each account: two do not mix', () => {
    given(users, registered(7), registered(8), banned(8), became('UserErased', 8)).expectRows(row(7), {
      ...row(8, 2),
      name: null,
      email: null,
      is_active: false,
    })
  })

  test('cannot be made of what happens to an account that was never registered', () => {
    given(users, banned(7)).expectRefused('7', 1, 'no user 7')
  })
})
