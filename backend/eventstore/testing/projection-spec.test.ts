// A spec that could not fail would show nothing.
import { expect, test } from 'vitest'
import { membersProjection as members } from './library/members.projection.ts'
import { given } from './projection-spec.ts'

const read = (memberId: number, pages: number) => ({ type: 'PagesRead' as const, data: { memberId, bookId: 1, pages } })
const row = (member_id: number, pages: number) => ({ member_id, books: [{ bookId: 1, pages }], last_finished: null })

test('rows that are as expected pass, in any order', () => {
  given(members).expectRows()
  given(members, read(1, 2), read(2, 3)).expectRows(row(2, 3), row(1, 2))
})

test.each([
  ['a value that differs', [row(1, 2), row(2, 4)]],
  ['a row too few', [row(1, 2)]],
  ['a row too many', [row(1, 2), row(2, 3), row(3, 1)]],
  ['a row twice', [row(1, 2), row(1, 2)]],
])('%s fails', (_, rows) => {
  expect(() => given(members, read(1, 2), read(2, 3)).expectRows(...rows)).toThrow()
})

test('an event that cannot be applied fails the spec of rows, and is what the spec of refusals expects', () => {
  const broken = {
    ...members,
    evolve: () => {
      throw new Error('unreadable')
    },
  }
  expect(() => given(broken, read(1, 2)).expectRows()).toThrow()
  given(broken, read(1, 2)).expectRefused('1', 1, 'unreadable')
  expect(() => given(broken, read(1, 2)).expectRefused('1', 1, 'another reason')).toThrow()
})
