// Every way of asking the log finds by index what it can, and looks no further than an answer can wait for.
import type pg from 'pg'
import { describe, expect } from 'vitest'
import { addPartitions } from '#backend/eventstore/log/partitions/partitions.ts'
import { splitLog } from '#backend/eventstore/log/partitions/split-log.ts'
import { maxPageBytes, storedPage } from '#backend/eventstore/log/reads/log-pages.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { test } from '#scripts/testing/database.ts'
import {
  type EventFilter,
  eventAt,
  findLast,
  findLastOf,
  findPage,
  lastQuery,
  lookUp,
  nextQuery,
  readPrefixes,
} from './event-query.ts'

const big = test
  .extend('pool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const pool = openOwnerPool(databaseUrl)
    onCleanup(() => pool.end())
    await fill(pool, 1, 200_000)
    // If something cancels a summary, PostgreSQL keeps its ranges unsummarized until the index is built anew.
    await pool.query('reindex index es.events_lookup')
    return pool
  })
  /** Divided afterwards: the 200,000 and 1,000 more in the first partition, 3,500 in those of 1,000 that follow. */
  .extend('divided', { scope: 'file' }, async ({ pool }) => {
    await splitLog(pool, 1000, { signal: new AbortController().signal, waitsFor: () => undefined })
    await addPartitions(pool, 5000)
    await fill(pool, 200_001, 204_500)
    await addPartitions(pool)
    return pool
  })

async function fill(pool: pg.Pool, from: number, to: number): Promise<void> {
  await pool.query(
    `insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
     select n, ('00040000-0000-8000-8' || lpad(to_hex(n % 4000), 3, '0') || '-000000000000')::uuid, n / 4000 + 1, n % 7, 1,
       '{"userId":1}', json_build_object('actor', 'user:' || n % 100, 'correlation', md5(n::text)), now() - n * interval '1 s'
     from generate_series(${from}, ${to}) n`,
  )
  await pool.query('analyze es.events')
}

describe('among 200,000 events', () => {
  const filter: EventFilter = { stream: 'cart-7' }
  const rare: EventFilter = { actor: 'user:7', types: [3] }

  big.for([
    ['the last of a stream', lastQuery(filter, 20), /events_stream_id_version_key/],
    ['the next of a stream', nextQuery({ ...filter, from: 101 }), /events_stream_id_version_key/],
    [
      'what is new of a stream',
      nextQuery({ ...filter, from: 199_991, before: 200_001 }),
      /events_(pkey|stream_id_version_key)/,
    ],
    ['what is new', nextQuery({ from: 199_991, before: 200_001 }), /events_pkey/],
    [
      'the page of an entity',
      lastQuery({ streams: ['order-7', 'cart-7'], from: 0, before: 200_001 }, 51),
      /events_stream_id_version_key/,
    ],
    ['the newest page', lastQuery({ from: 0, before: 200_001 }, 51), /events_pkey/],
    ['a later page', lastQuery({ from: 0, before: 1000 }, 51), /events_pkey/],
    ['one event', eventAt(77), /events_pkey/],
    ['what is new and rare', nextQuery({ ...rare, from: 199_991, before: 200_001 }), /events_pkey/],
  ] as const)('%s is found by index', async ([, { text, values }, index], { pool }) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers off) ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(/Seq Scan/)
    expect(Number(/Rows Removed by Filter: (\d+)/.exec(plan)?.[1] ?? 0)).toBeLessThan(100)
  })

  big.for([
    ['an actor', lastQuery({ actor: 'user:424242' }, 20)],
    ['a request', lastQuery({ correlation: 'nobody-asked' }, 20)],
  ] as const)('%s is found by the coarse index', async ([, { text, values }], { pool }) => {
    const explained = { text: `explain (analyze, buffers off) ${text}`, values }
    const plan = (await lookUp(pool, explained)) as unknown as { 'QUERY PLAN': string }[]
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toMatch(/Bitmap Index Scan on events_lookup/)
    expect(lines).not.toMatch(/Seq Scan/)
    expect(Number(/Rows Removed by Index Recheck: (\d+)/.exec(lines)?.[1] ?? 0)).toBeLessThan(20_000)
  })

  big('somebody who acted often and long ago is looked for where they acted last', async ({ pool }) => {
    const text = `explain (analyze, buffers off) ${lastQuery({ actor: 'user:0', from: 95_000, before: 100_001 }, 51).text}`
    const { values } = lastQuery({ actor: 'user:0', from: 95_000, before: 100_001 }, 51)
    const plan = (await lookUp(pool, { text, values })) as unknown as { 'QUERY PLAN': string }[]
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    // Everybody acts in every range of this log: what lies beside these five thousand are the ends of two ranges.
    expect(lines).toMatch(/Bitmap Index Scan on events_lookup/)
    expect(Number(/Rows Removed by Index Recheck: (\d+)/.exec(lines)?.[1])).toBeLessThan(10_000)
    const rows = await findLast(pool, { actor: 'user:7', until: new Date(Date.now() - 150_000_000) }, 20)
    expect(rows).toHaveLength(20)
    expect(rows.map(({ pos }) => pos % 100)).toEqual(rows.map(() => 7))
    expect(rows.map(({ pos }) => pos)).toEqual(rows.map((_, nth) => (rows[0]?.pos ?? 0) - 100 * nth))
  })

  big('a page looks at so many positions and says where it stopped; an entity is looked up whole', async ({ pool }) => {
    const none: EventFilter = { types: [99] }
    expect(await findPage(pool, none, 200_001, 51)).toEqual({ rows: [], lookedTo: 0 })
    expect(await findPage(pool, none, 260_001, 51)).toEqual({ rows: [], lookedTo: 10_001 })
    const plan = await pool.query<{ 'QUERY PLAN': string }>({
      ...lastQuery({ ...none, from: 150_000, before: 200_001 }, 51),
      text: `explain ${lastQuery({ ...none, from: 150_000, before: 200_001 }, 51).text}`,
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/events_pkey/)
    const { rows, lookedTo } = await findPage(pool, { streams: ['cart-7'] }, 200_001, 51)
    expect([rows.length, rows[0]?.pos, lookedTo]).toEqual([50, 196_007, 0])
    const ofActor = await findPage(pool, { actor: 'user:7', types: [3] }, 100_001, 51)
    expect(ofActor.rows).toHaveLength(51)
    expect(ofActor.rows[0]?.pos).toBeLessThan(100_001)
  })

  big('the ends and the beginnings of streams are read without the others', async ({ pool }) => {
    const last = await findLastOf(pool, ['cart-7', 'cart-8', 'cart-99999'], 1)
    expect(last.map(({ pos, version }) => [pos, version]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [196_007, 50],
      [196_008, 50],
    ])
    const prefixes = await readPrefixes(
      pool,
      last.map((row) => ({ ...row, version: row.pos === 196_007 ? 3 : 101 })),
    )
    expect(prefixes.map(({ pos, version }) => [pos, version])).toEqual([
      [7, 1],
      [4007, 2],
      [8007, 3],
    ])
  })
})

describe('of them in partitions', () => {
  const filter: EventFilter = { stream: 'cart-7' }
  const first = /events__1_pkey/
  const last = /events__5_pkey/

  big.for([
    ['the last of a stream', lastQuery(filter, 20), /events__[15]_stream_id_version_key/, 7],
    ['the newest page', lastQuery({ from: 0, before: 204_501 }, 51), last, 1],
    ['a later page', lastQuery({ from: 0, before: 1000 }, 51), first, 1],
    ['a page of a type', lastQuery({ types: [3], from: 200_000, before: 204_501 }, 20), last, 1],
    ['one event', eventAt(77), first, 1],
    ['what is new', nextQuery({ from: 204_491, before: 204_501 }), last, 1],
    ['a page of the log', { text: storedPage, values: [202_100, 500, maxPageBytes] }, /events__3_pkey/, 1],
  ] as const)('%s is found by index', async ([, { text, values }, index, most], { divided }) => {
    const plan = await planOf(divided, text, values)
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(/Seq Scan/)
    const looked = plan.match(/events__\d+(?=_(pkey|stream))/g)
    expect(new Set(looked).size).toBeLessThanOrEqual(most)
  })

  big.for([
    ['an actor', lastQuery({ actor: 'user:424242' }, 20)],
    ['a request', lastQuery({ correlation: 'nobody-asked' }, 20)],
  ] as const)('%s is found by the coarse index of each', async ([, { text, values }], { divided }) => {
    const plan = (await lookUp(divided, { text: `explain ${text}`, values: [...values] })) as unknown as {
      'QUERY PLAN': string
    }[]
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    for (const number of [1, 2, 3, 4, 5]) expect(lines).toContain(`Bitmap Index Scan on events__${number}_lookup`)
    expect(lines).not.toMatch(/Seq Scan/)
  })
})

/** What was done, without what was planned and left out. */
async function planOf(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers off) ${text}`, [...values])
  return rows
    .map((row) => row['QUERY PLAN'])
    .filter((line) => !line.includes('never executed'))
    .join('\n')
}
