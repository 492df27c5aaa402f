import type pg from 'pg'
import { expect } from 'vitest'
import { createGeneration, tableOf } from '#backend/eventstore/projections/generation.ts'
import type { Projection, Row } from '#backend/eventstore/projections/projection.ts'
import { writeRows } from '#backend/eventstore/projections/row-writer.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import { FoldTable } from './fold-table.ts'

const test = storeTest.extend('client', async ({ owner }, { onCleanup }) => {
  const client = await owner.connect()
  onCleanup(() => client.release(true))
  return client
})

const notes: Projection = {
  ...membersProjection,
  name: 'notes',
  primaryKey: ['id'],
  columns: { id: 'bigint', text: 'text', flag: 'boolean', amount: 'bigint', value: 'jsonb', at: 'timestamptz' },
}
const at = '2026-11-21T10:20:30.456Z'
const awkward: Row[] = [
  { id: 1, text: 'a\tb\nc\rd\\e\\N', flag: true, amount: -5, value: { x: ['"', '\\', '\n', 'ñ😀'] }, at },
  { id: 2, text: '\\N', flag: false, amount: null, value: 'a text', at: null },
  { id: 3, text: '', flag: null, amount: 9_007_199_254_740_991, value: null, at },
  { id: 4, value: [] },
  { id: 5, text: '\\.', value: 7 },
]
const folded = (rows: readonly (Row | number)[]) =>
  new Map(
    rows.map((row) => {
      const id = typeof row === 'number' ? row : Number(row.id)
      return [String(id), { key: { id }, row: typeof row === 'number' ? null : row }] as const
    }),
  )
const emptyTable = async (client: pg.ClientBase) => ({
  projection: notes,
  table: tableOf(await createGeneration(client, notes, 'building', 0)),
})
const rowsOf = async (db: pg.Pool | pg.ClientBase, table: string) =>
  (await db.query(`select to_jsonb(t) as row from ${table} t order by id`)).rows.map(({ row }) => row)

test('what COPY writes reads as what the feeder writes, whatever stands in it', async ({ client }) => {
  const target = await emptyTable(client)
  const table = new FoldTable(client, target, { isEmpty: true })
  await table.write(folded(awkward))
  await table.commit()
  const copied = await rowsOf(client, target.table)
  const fed = await emptyTable(client)
  for (const row of awkward) await writeRows(client, fed, folded([row]))
  expect(copied).toHaveLength(5)
  expect(copied).toEqual(await rowsOf(client, fed.table))
})

test.for([true, false])(
  'rows that change again or go are written over, and nothing shows before the commit (empty table: %s)',
  async (isEmpty, { owner, client }) => {
    const target = await emptyTable(client)
    const table = new FoldTable(client, target, { isEmpty })
    const row = (id: number, text: string) => ({ id, text })
    await table.write(folded([row(1, 'one'), row(2, 'two'), row(3, 'three'), 9]))
    await table.write(folded([row(2, 'two again'), 3, row(4, 'four')]))
    await table.write(folded([row(3, 'three is back'), 4]))
    expect(await rowsOf(owner, target.table)).toEqual([])
    await table.commit()
    await table.write(folded([row(1, 'never committed')]))
    await table.rollback()
    const stored = await rowsOf(owner, target.table)
    expect(stored.map(({ id, text }) => [id, text])).toEqual([
      [1, 'one'],
      [2, 'two again'],
      [3, 'three is back'],
    ])
  },
)

test('a row the table refuses fails the rebuild, not the process', async ({ client }) => {
  const target = await emptyTable(client)
  const table = new FoldTable(client, target, { isEmpty: true })
  await expect(table.write(folded([{ id: 1, amount: 'many' }]))).rejects.toThrow(/bigint/)
  await table.rollback()
  expect(await rowsOf(client, target.table)).toEqual([])
})
