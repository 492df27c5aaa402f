import { describe, expect, test } from 'vitest'
import { memberEvents } from '#backend/eventstore/testing/library/library.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { bigint, nullable, type ReadRowOf, text, timestamptz } from './columns.ts'
import { defineProjection, foldBatch, keyText, nothingParked, type Projection } from './projection.ts'

const columns = { member_id: bigint(), note: nullable(text()), at: timestamptz() }
const spec = { name: 'notes', version: 1, columns, primaryKey: ['member_id'], streams: 'any' } as const

describe('a key', () => {
  test('is shown by its values', () => {
    expect(keyText({ name: 'loans', primaryKey: ['book_id', 'member_id'] }, { book_id: 3, member_id: 4 })).toBe('3:4')
  })

  test.each([{}, { member_id: undefined }, { member_id: null }])(
    'without a column of the primary key is refused: no row is made of it, and the stream is parked: %j',
    (key) => {
      const broken = { ...membersProjection, keys: () => [key] } as unknown as Projection
      const event = { type: 'MemberLeft', data: {}, position: 1, stream: 'member-1' } as never
      const { rows, poisoned } = foldBatch(broken, [event], new Map(), { parked: nothingParked, skips: new Set() })
      expect(rows.size).toBe(0)
      expect(poisoned).toEqual([
        { by: 'stream', key: 'member-1', position: 1, error: 'members: a key without member_id' },
      ])
    },
  )
})

test('columns are not null unless they say so', () => {
  expect(columns).toEqual({ member_id: 'bigint not null', note: 'text', at: 'timestamptz not null' })
})

test('rows and keys that do not fit the columns do not compile', () => {
  expect(neverRun).toBeTypeOf('function') // the check of the types fails if one of the lines below a @ts-expect-error compiles
})

function neverRun(read: ReadRowOf<typeof columns>): unknown {
  const row = { member_id: 1, note: null, at: '2026-11-21T12:00:00.000Z' }
  const { at: _, ...partial } = row
  const untyped = { ...columns, note: 'text' }
  const keys = () => [{ member_id: 1 }]
  const evolve = () => row
  return [
    defineProjection(memberEvents, { ...spec, keys, evolve }),
    // @ts-expect-error a key without a column of the primary key
    defineProjection(memberEvents, { ...spec, keys: () => [{}], evolve }),
    // @ts-expect-error a key with a column that the primary key does not have
    defineProjection(memberEvents, { ...spec, keys: () => [row], evolve }),
    // @ts-expect-error a key of another type
    defineProjection(memberEvents, { ...spec, keys: () => [{ member_id: '1' }], evolve }),
    // @ts-expect-error a row that lacks a column
    defineProjection(memberEvents, { ...spec, keys, evolve: () => partial }),
    // @ts-expect-error a row with null for a column that is not nullable
    defineProjection(memberEvents, { ...spec, keys, evolve: () => ({ ...row, at: null }) }),
    // @ts-expect-error a primary key that is no column
    defineProjection(memberEvents, { ...spec, primaryKey: ['book_id'], keys: () => [], evolve }),
    // @ts-expect-error a column that says its SQL only, not the type of its values
    defineProjection(memberEvents, { ...spec, columns: untyped, keys, evolve }),
    read.at.getTime(),
    // @ts-expect-error a query may read null
    read.note.length,
  ]
}
