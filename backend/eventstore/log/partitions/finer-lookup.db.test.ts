// The coarse index of a log from before it was made finer is exchanged while the log is written, read and looked into for long.
import type pg from 'pg'
import { expect } from 'vitest'
import { openOwnerPool } from '#backend/eventstore/testing/pump-fixture.ts'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { keepLookupsFine, refineLookups } from './finer-lookup.ts'
import { listPartitions } from './partitions.ts'
import { splitLog } from './split-log.ts'

const never = new AbortController().signal
/** As releases before made it. */
const former = (table: string) => `drop index es.${table}_lookup;
  create index ${table}_lookup on es.${table} using brin ((meta ->> 'correlation') text_bloom_ops (n_distinct_per_range = 4000),
    (meta ->> 'actor') text_bloom_ops (n_distinct_per_range = 1000)) with (pages_per_range = 128, autosummarize = on)`

/** Name -> its definition, with a mark if it is of no use. */
async function lookupsOf(owner: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, case when i.indisvalid then '' else 'invalid ' end || pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am a on a.oid = x.relam
     where a.amname = 'brin' and i.indrelid::regclass::text ~ '^es[.]events' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]))
}
const fine = (table: string) => ({
  [`es.${table}_lookup`]: expect.stringMatching(
    /^CREATE INDEX .* \(pos, .*'1000'.*'250'.* WITH \(pages_per_range='32'/,
  ),
})

const test = storeTest
  .extend('written', { scope: 'file' }, async ({ core }) => {
    await core.store.append(reading(1, 0, 20))
    return core
  })
  /** Somebody looks at the log, and is at the same moment until told: what is made concurrently waits for that. */
  .extend('look', async ({ owner, written }, { onCleanup }) => async () => {
    const client = await owner.connect()
    onCleanup(() => client.release(true))
    await client.query('begin isolation level repeatable read; select count(*) from es.events')
    expect(await written.store.head()).toBeGreaterThan(0)
    return () => client.query('commit')
  })

test('an empty log has the finer index from the beginning, and nothing is exchanged', async ({ owner }) => {
  expect(await lookupsOf(owner)).toEqual(fine('events'))
  expect(await refineLookups(owner, never)).toEqual([])
})

test('nobody waits for it: appends and reads go on while it waits for a long look', async ({
  written,
  owner,
  look,
}) => {
  await owner.query(former('events'))
  const end = await look()
  const exchanged = refineLookups(owner, never)
  await expect.poll(() => lookupsOf(owner)).toHaveProperty(['es.events_lookup_next'])
  for (let version = 0; version < 20; version++) await written.store.append(reading(2, version))
  expect(await written.store.readAfter(20, 100)).toHaveLength(20)
  expect((await lookupsOf(owner))['es.events_lookup']).toContain("pages_per_range='128'")
  await end()
  expect(await exchanged).toEqual(['events'])
  expect(await lookupsOf(owner)).toEqual(fine('events'))
  expect(await refineLookups(owner, never)).toEqual([])
})

test('one that is ended half way leaves the former index in its place, and the next begins anew', async ({
  owner,
  look,
}) => {
  await owner.query(former('events'))
  const end = await look()
  const failures: unknown[] = []
  const stop = keepLookupsFine(owner, (error) => failures.push(error))
  await expect.poll(() => lookupsOf(owner)).toHaveProperty(['es.events_lookup_next'])
  await stop()
  expect(failures).toEqual([])
  expect(await lookupsOf(owner)).toEqual({
    'es.events_lookup': expect.stringContaining("pages_per_range='128'"),
    'es.events_lookup_next': expect.stringMatching(/^invalid /),
  })
  await end()
  expect(await refineLookups(owner, never)).toEqual(['events'])
  expect(await lookupsOf(owner)).toEqual(fine('events'))
})

test('in partitions each is exchanged; of two processes one does it', async ({ written, owner }) => {
  await splitLog(owner, 1000, { signal: never, waitsFor: () => undefined })
  const tables = (await listPartitions(owner)).partitions.map(({ name }) => name)
  expect(tables).toHaveLength(3)
  const all = Object.assign({}, ...tables.map(fine)) as object
  expect(await lookupsOf(owner)).toEqual(all)
  for (const table of tables) await owner.query(former(table))
  const other = openOwnerPool(written)
  const both = await Promise.all([refineLookups(owner, never), refineLookups(other, never)])
  await other.end()
  expect(both.flat()).toEqual(tables)
  expect(await lookupsOf(owner)).toEqual(all)
})
