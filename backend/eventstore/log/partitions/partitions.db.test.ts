// A log that is divided while it is written, and goes on from one partition into the next, with all that a log promises.
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject } from 'vitest'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { openOwnerPool } from '#backend/eventstore/testing/pump-fixture.ts'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import { type Core, openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { createDatabase } from '#scripts/testing/database.ts'
import { movePartition, NotMovable } from './move-partition.ts'
import { addPartitions, listPartitions } from './partitions.ts'
import type { Holder } from './short-locks.ts'
import { AlreadySplit, splitLog } from './split-log.ts'

const size = 1000
const patient = { signal: new AbortController().signal, waitsFor: () => undefined }

/** Appends without a pause until it is stopped; returns how many events it appended, or throws what an append threw. */
function busyWith({ store }: Core, member: number) {
  let isStopped = false
  const work = async () => {
    let events = 0
    for (; !isStopped; events++) await store.append(reading(member, events))
    return events
  }
  const done = work()
  return () => {
    isStopped = true
    return done
  }
}

/** Up to a position, by long entries of a member of its own. */
async function fillUpTo({ store }: Core, position: number): Promise<void> {
  for (let head = await store.head(); head < position; head = await store.head())
    await store.append(reading(7_000_000, null, Math.min(400, position - head)))
}

/** Members 1, 2 and 10 began before the log was divided; the books of 10 were opened there. */
const test = storeTest.extend('divided', { scope: 'file' }, async ({ core, owner }) => {
  await core.store.append(reading(1, 0, 5))
  await core.store.append(reading(10, 0, 2))
  await core.store.append({
    commandId: randomUUID(),
    meta: { actor: 'operator', cause: 'Test', correlation: 'test' },
    writes: [
      { stream: 'member-10', expected: 2, events: [{ type: 'BookFinished', data: { memberId: 10, bookId: 1 } }] },
    ],
  })
  const stop = busyWith(core, 2)
  const first = await splitLog(owner, size, patient)
  await core.store.append(reading(1, 5, 2))
  return { ...core, first, busy: await stop() }
})

const versions = async ({ store }: Core, member: number) =>
  (await store.readStreams([`member-${member}`])).get(`member-${member}`)?.map(({ version }) => version)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('a log in partitions', () => {
  test('is divided while it is written, and two partitions are ahead', async ({ divided, owner }) => {
    expect(divided.first % size).toBe(0)
    expect(await versions(divided, 1)).toEqual(upTo(7))
    expect(await versions(divided, 2)).toEqual(upTo(divided.busy))
    const partitions = await listPartitions(owner)
    expect(partitions.map(({ name, first, upto }) => [name, first, upto])).toEqual([
      ['events__1', 1, divided.first],
      ['events__2', divided.first + 1, divided.first + size],
      ['events__3', divided.first + size + 1, divided.first + 2 * size],
    ])
    expect(partitions[0]?.events).toBe(await divided.store.head())
    await expect(splitLog(owner, size, patient)).rejects.toThrow(AlreadySplit)
    expect(await addPartitions(divided.pool)).toBe(2)
  })

  test('goes on without a worker where the last partition is full, one entry over two partitions included', async ({
    divided,
    owner,
  }) => {
    const partitions = await listPartitions(owner)
    await fillUpTo(divided, (partitions.at(-1)?.upto ?? 0) - 3)
    await divided.store.append(reading(3, 0, 7))
    expect(await versions(divided, 3)).toEqual(upTo(7))
    await divided.store.append(reading(4, 0, 5 * size))
    expect(await versions(divided, 4)).toEqual(upTo(5 * size))
    const after = await listPartitions(owner)
    expect(after.length).toBeGreaterThan(8)
    expect(after.reduce((sum, { events }) => sum + (events ?? 0), 0)).toBe(await divided.store.head())
    expect(await addPartitions(divided.pool)).toBe(2)
    expect(await versions(divided, 1)).toEqual(upTo(7))
  })

  test('two appenders at a boundary never write the same version, and every position is taken once', async ({
    divided,
    databaseUrl,
    owner,
  }) => {
    const second = await openStore(databaseUrl)
    try {
      const written = (await listPartitions(owner)).filter(({ events }) => (events ?? 0) > 0).at(-1)
      const start = (written?.upto ?? 0) - 20
      await fillUpTo(divided, start)
      for (let version = 0; version < 40; version++) {
        const results = await Promise.allSettled([
          divided.store.append(reading(5, version)),
          second.store.append(reading(5, version)),
        ])
        expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      }
      const both = [divided, second].flatMap(({ store }) => upTo(40).map(() => store.append(reading(6, null))))
      await Promise.all(both)
      expect(await versions(divided, 5)).toEqual(upTo(40))
      expect(await versions(divided, 6)).toEqual(upTo(80))
      const page = await divided.store.readAfter(start, 500)
      expect(page.map(({ pos }) => pos)).toEqual(upTo(120).map((nth) => start + nth))
    } finally {
      await second.close()
    }
  })

  test('nobody changes, removes or empties it, whole or a partition of it', async ({ divided, owner }) => {
    await fillUpTo(divided, divided.first + 1)
    const names = ['es.events__1', 'es.events__2', `es.${(await listPartitions(owner)).at(-1)?.name}`]
    for (const name of ['es.events', ...names])
      for (const sql of [`update ${name} set version = 9`, `delete from ${name}`, `truncate ${name}`]) {
        await expect(owner.query(sql)).rejects.toThrow('append-only')
        await expect(divided.pool.query(sql)).rejects.toMatchObject({ code: '42501' })
      }
    for (const sql of [
      ...names.flatMap((name) => [`select from ${name}`, `insert into ${name} select * from es.events limit 1`]),
      'insert into es.recent_events select * from es.events limit 1',
      'insert into es.events select * from es.events limit 1',
      'update es.partitioning set size = 5000',
      "select es.create_partition('events__99')",
      'alter table es.events detach partition es.events__1',
      'drop table es.events__2',
    ])
      await expect(divided.pool.query(sql)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('what an old partition costs', () => {
  /** Pages of tables and indexes that a call touches: the first ones plan it. */
  const pagesOf = async (owner: pg.Pool, query: string) => {
    const client = await owner.connect()
    try {
      for (let times = 0; times < 6; times++) await client.query(query)
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${query}`,
      )
      return rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? Number.NaN
    } finally {
      client.release()
    }
  }
  const reads = ({ store }: Core, member: number) =>
    `select * from es.read_streams('{${streamUuid(store.log, `member-${member}`)}}', '{}', null)`

  test('nothing for what began lately, and an index of each for what began before', async ({ divided, owner }) => {
    await divided.store.append(reading(8, 0, 3))
    await owner.query('analyze es.events')
    const partitions = (await listPartitions(owner)).length
    const [lately, before, never] = [
      await pagesOf(owner, reads(divided, 8)),
      await pagesOf(owner, reads(divided, 1)),
      await pagesOf(owner, reads(divided, 404)),
    ]
    expect(lately).toBeLessThan(40)
    expect(never).toBeLessThan(40)
    expect(before).toBeGreaterThan(lately)
    expect(before).toBeLessThan(6 * partitions + 40)
  })

  test('what lies in old partitions and in the newest is read as one', async ({ divided }) => {
    await fillUpTo(divided, divided.first + 3 * size)
    await addPartitions(divided.pool)
    for (const member of [1, 10]) await divided.store.append(reading(member, null))
    const read = async (types: 'BookFinished'[]) => {
      const histories = await divided.store.readStreams(['member-1', 'member-10'], types)
      return [...histories.values()].map((events) => events.map(({ version }) => version))
    }
    expect(await read([])).toEqual([upTo(8), upTo(4)])
    expect(await read(['BookFinished'])).toEqual([upTo(8), [3, 4]])
  })

  test('who reads for long keeps nobody from making the next ones', async ({ divided, owner }) => {
    const reader = await owner.connect()
    try {
      await reader.query('begin; select from es.recent_events limit 1')
      const partitions = await listPartitions(owner)
      await fillUpTo(divided, (partitions.at(-1)?.first ?? 0) + 1)
      expect(await addPartitions(divided.pool)).toBe(2)
    } finally {
      await reader.query('rollback')
      reader.release()
    }
  })

  test('an append looks at the newest ones alone', async ({ divided, owner }) => {
    await addPartitions(divided.pool)
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      'explain select x.pos from es.recent_events x order by x.pos desc limit 1',
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const partitions = await listPartitions(owner)
    const written = partitions.findLastIndex(({ events }) => (events ?? 0) > 0)
    const looked = [...plan.matchAll(/events__(\d+)_pkey/g)].map(([, number]) => Number(number))
    expect(looked.toSorted((one, other) => one - other)).toEqual(upTo(partitions.length).slice(written - 1))
    expect(await divided.store.head()).toBe(partitions.reduce((sum, { events }) => sum + (events ?? 0), 0))
  })
})

test('a full partition is moved while all is written and read, and only a full one', async ({ divided, owner }) => {
  const tablespace = `slow_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  await admin.query('set allow_in_place_tablespaces = on')
  await admin.query(`create tablespace ${tablespace} location ''`)
  await admin.end()
  const before = (
    await owner.query('select md5(string_agg(e::text, $1 order by pos)) as sum from es.events e where pos <= 2000', [
      '',
    ])
  ).rows
  await fillUpTo(divided, divided.first + 1)
  const stop = busyWith(divided, 9)
  await movePartition(owner, 'events__1', tablespace, patient)
  const events = await stop()
  expect(await versions(divided, 9)).toEqual(upTo(events))
  const partitions = await listPartitions(owner)
  expect(partitions.map(({ tablespace: where }) => where).slice(0, 2)).toEqual([tablespace, 'pg_default'])
  const after = (
    await owner.query('select md5(string_agg(e::text, $1 order by pos)) as sum from es.events e where pos <= 2000', [
      '',
    ])
  ).rows
  expect(after).toEqual(before)
  await expect(owner.query('delete from es.events__1')).rejects.toThrow('append-only')
  for (const name of [partitions.at(-1)?.name ?? '', 'events', 'events__99'])
    await expect(movePartition(owner, name, tablespace, patient)).rejects.toThrow(NotMovable)
})

test('dividing waits for who reads the whole log, says for whom, and can be given up; nobody waits for it', async () => {
  await using other = await freshStore()
  const { core, owner } = other
  await core.store.append(reading(1, 0, 5))
  const reader = await owner.connect()
  await reader.query('begin; select count(*) from es.events')
  const waiting: string[] = []
  const giving = new AbortController()
  const divider = openOwnerPool(core, 'gamertech divider')
  const dividing = splitLog(divider, size, {
    signal: giving.signal,
    waitsFor: (holders) => void waiting.push(...holders.map(({ name }) => name)),
  })
  await expect.poll(() => waiting).toContain('gamertech ops')
  await core.store.append(reading(1, 5))
  // Between two tries the first one has no transaction.
  const seen: Holder[] = []
  const second = splitLog(owner, size, { signal: giving.signal, waitsFor: (holders) => void seen.push(...holders) })
  await expect.poll(() => seen).toContainEqual({ name: 'gamertech divider', seconds: expect.any(Number) })
  giving.abort(new Error('given up'))
  for (const { status } of await Promise.allSettled([dividing, second])) expect(status).toBe('rejected')
  await expect(dividing).rejects.toThrow('given up')
  await divider.end()
  await reader.query('commit')
  reader.release()
  expect(await listPartitions(owner)).toEqual([])
  const left = "select from pg_constraint where conrelid = 'es.events'::regclass and contype = 'c'"
  expect((await owner.query(left)).rowCount).toBe(0)
  expect(await splitLog(owner, size, patient)).toBe(size)
})

/** A log of one table, in a database of its own. */
async function freshStore() {
  const { databaseUrl, drop } = await createDatabase()
  const core = await openStore(databaseUrl)
  const owner = openOwnerPool(core)
  const close = async () => {
    await core.close()
    await owner.end()
    await drop()
  }
  return { core, owner, [Symbol.asyncDispose]: close }
}
