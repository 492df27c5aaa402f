import { expect } from 'vitest'
import { listGenerations } from '#backend/eventstore/projections/generation.ts'
import { membersProjection as members } from './library/members.projection.ts'
import { expectSameInPostgres } from './projection-spec.ts'
import { test } from './store-fixture.ts'

const read = { type: 'PagesRead' as const, data: { memberId: 1, bookId: 1, pages: 2 } }

test('the rows of a projection are the same by way of PostgreSQL, and nothing is left of the trial', async ({
  owner,
}) => {
  await expectSameInPostgres(owner, members, [read, read])
  expect(await listGenerations(owner)).toEqual([])
})

test('a projection that knows more than its row says is found out', async ({ owner }) => {
  let seen = 0
  const evolve: typeof members.evolve = (row, event, key) => {
    const after = members.evolve(row, event, key)
    return after && { ...after, last_finished: ++seen }
  }
  await expect(expectSameInPostgres(owner, { ...members, evolve }, [read, read])).rejects.toThrow()
})
