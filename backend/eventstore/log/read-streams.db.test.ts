// What of a stream is read, and that no more of the log is touched for it, whatever the planner thinks of the log.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import { type Core, copiesEntry, reading } from '#backend/eventstore/testing/test-store.ts'
import { streamUuid } from './stream-id.ts'

const length = 20_000

function finish({ store }: Core, memberId: number) {
  return store.append({
    commandId: randomUUID(),
    meta: { actor: 'operator', cause: 'Test', correlation: 'test' },
    writes: [
      {
        stream: `member-${memberId}`,
        expected: null,
        events: [{ type: 'BookFinished', data: { memberId, bookId: 1 } }],
      },
    ],
  })
}

/** Members: 1 read 20,000 times, finished a book and read on; 2 read and finished nothing; 3 did both twice. */
const test = storeTest.extend('filled', { scope: 'file' }, async ({ core }) => {
  for (let events = 0; events < length; events += 5000) await core.store.append(reading(1, events, 5000))
  await finish(core, 1)
  await core.store.append(reading(1, null, 3))
  await core.store.append(reading(2, null, 4))
  for (let round = 0; round < 2; round++) {
    await core.store.append(reading(3, null, 2))
    await finish(core, 3)
  }
  return core
})

test('a stream is read from its last event that is a snapshot, and whole if it has none', async ({
  filled: { store },
}) => {
  const read = async (types: 'BookFinished'[], until?: number) => {
    const histories = await store.readStreams(['member-1', 'member-2', 'member-3', 'member-4'], types, until)
    return [...histories].map(([stream, events]) => [stream, ...events.map(({ version }) => version)])
  }
  expect(await read(['BookFinished'])).toEqual([
    ['member-1', length + 1, length + 2, length + 3, length + 4],
    ['member-2', 1, 2, 3, 4],
    ['member-3', 6],
    ['member-4'],
  ])
  const before = (await store.readStreams(['member-3'])).get('member-3')?.[4]?.position
  expect((await read(['BookFinished'], before)).at(2)).toEqual(['member-3', 3, 4, 5])
  expect((await read([])).map(([, ...versions]) => versions.length)).toEqual([length + 4, 4, 6, 0])
})

test('callers of one moment share a statement: each gets what he asked for', async ({ filled: { store }, owner }) => {
  await owner.query('create sequence if not exists es.member_id')
  await owner.query('grant usage on sequence es.member_id to gamertech_app')
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => queries.mockRestore())
  const ask = asker(store)
  const asked = () =>
    (queries.mock.calls as unknown as [{ name?: string }][]).flatMap(([{ name }]) => (name ? [name] : []))
  await store.append(copiesEntry('CopiesCounted', 1, 7))
  queries.mockClear()
  const [first, second, third, again] = await Promise.all([
    ask(1, [1], 'member'),
    ask(2),
    ask(3, [2], 'member'),
    ask(3, [1]),
  ])
  expect(asked()).toEqual(['es.at once with member'])
  const versions = [first, second, third, again].map(({ histories }) =>
    [...histories].map(([stream, events]) => [stream, ...events.map(({ version }) => version)]),
  )
  expect(versions).toEqual([
    [['member-1', length + 1, length + 2, length + 3, length + 4]],
    [['member-2', 1, 2, 3, 4]],
    [['member-3', 6]],
    [['member-3', 6]],
  ])
  expect([first, third, again].map(({ guarded }) => [...guarded])).toEqual([
    [[1, { total: 7, taken: 0 }]],
    [],
    [[1, { total: 7, taken: 0 }]],
  ])
  expect(second).toMatchObject({ nextId: null, guarded: new Map() })
  expect(new Set([first.nextId, third.nextId, null]).size).toBe(3)
})

test('what is refused to one of those who share a statement harms no other', async ({ filled: { store } }) => {
  const ask = asker(store)
  const noBigint = 1e30
  const results = await Promise.allSettled([ask(2), ask(3, [noBigint]), ask(1, [1])])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

function asker(store: Core['store']) {
  return async (memberId: number, keys: number[] = [], counter: 'member' | null = null) => {
    const stream = `member-${memberId}` as const
    const [histories, guarded, nextId] = await Promise.all([
      store.readStreams([stream], ['BookFinished']),
      store.readGuarded(keys),
      counter && store.nextId(counter),
    ])
    return { histories, guarded, nextId }
  }
}

test('a stream of 20,000 events costs as little as a short one, before and after the planner has looked', async ({
  filled: { store, pool },
  databaseUrl,
}) => {
  const [type] = store.codec.typeIds(['BookFinished'])
  /** Pages of tables and indexes that the second reading touches: the first one plans it. */
  const pagesRead = async (memberId: number) => {
    const id = streamUuid(store.log, `member-${memberId}`)
    const query = `explain (analyze, buffers, format json) select * from es.read_streams('{${id}}', '{${type}}', null)`
    await pool.query(query)
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(query)
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? 0)
  }
  expect(await pagesRead(2)).toBeGreaterThan(0)
  expect(await pagesRead(1)).toBeLessThan(30)
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query('analyze es.events')
  await owner.end()
  expect(await pagesRead(1)).toBeLessThan(30)
})
