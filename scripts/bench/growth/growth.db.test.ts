// What an operator does with the whole log needs no more memory for more or wider rows.

import { test as base, expect, vi } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { runOpsProcess } from '#scripts/fault-injection/processes/ops-process.ts'
import { createDatabase } from '#scripts/testing/database.ts'
import { registerFollowed } from './fill-log.ts'

// Each test runs the command line, on a machine that may be busy.
vi.setConfig({ testTimeout: 400_000 })

/** Megabytes: what the wide rows alone take is more than it leaves. */
const heap = 72
/** Bytes. */
const [most, mostGrowth] = [500e6, 100e6]

/** Orders by their ids, and how many characters each has in its reference. */
type Orders = { first: number; last: number; length: number }
/** A part of a history: orders are placed, or expire. */
type Chapter = [type: 'OrderPlaced' | 'OrderExpired', orders: Orders]
const brief = { first: 1, last: 500, length: 30 }
/** A page of the log fits many of these, and suddenly few; so do the rows that its events touch. */
const narrow = { first: 501, last: 5500, length: 30 }
const wide = { first: 5501, last: 9500, length: 10_000 }
const later = { first: 9501, last: 10_500, length: 30 }
const small: Chapter[] = [
  ['OrderPlaced', brief],
  ['OrderExpired', brief],
]
const large: Chapter[] = [
  ['OrderPlaced', narrow],
  ['OrderPlaced', wide],
  ['OrderPlaced', later],
  ['OrderExpired', wide],
  ['OrderExpired', narrow],
  ['OrderExpired', later],
]

/** SQL of a chapter behind the end of the log. */
const written = ([type, { first, last, length }]: Chapter) => `
  insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
    select head + n - ${first - 1}, ('00050000-' || substr(id, 1, 4) || '-8' || substr(id, 5, 3) || '-8' || substr(id, 8, 3) || '-000000000000')::uuid,
      ${type === 'OrderPlaced' ? 1 : 2}, (select t.id from es.event_types t where name = '${type}'), 1,
      format('${
        type === 'OrderPlaced'
          ? '{"orderId":%s,"userId":%s,"reference":"%s","lines":[],"totalCents":0,"currency":"ARS","sellerRevision":0,"holdUntil":"2026-01-01T00:15:00.000Z","transfer":null}'
          : '{"orderId":%s}'
      }', n, n % 500, repeat(n || '-', ${length} / length(n || '-')))::json,
      '{"actor":"operator","cause":"Test","correlation":"x"}', '2026-01-01'
    from (select n, lpad(to_hex(n), 10, '0') as id from generate_series(${first}, ${last}) n) o,
      (select coalesce(max(pos), 0) as head from es.events) e;`

const streams = `insert into es.streams (id, category, version) select stream_id, 5, max(version) from es.events group by 1
    on conflict do nothing;
  select setval('es.order_id', 1000000)`

const test = base.extend('fill', async ({}, { onCleanup }) => {
  const { databaseUrl, drop } = await createDatabase()
  const core = await openCoreUnderTest(databaseUrl) // gives every type of event its number
  const owner = createPool(databaseUrl, { as: 'owner', max: 1, name: 'test', limits: false })
  onCleanup(async () => {
    await core.close()
    await owner.end()
    await drop()
  })
  return async (chapters: readonly Chapter[]) => {
    for (const chapter of chapters) await owner.query(written(chapter))
    await owner.query(streams)
    await registerFollowed(core)
    const { rows } = await owner.query<{ count: number }>('select count(*) as count from es.streams')
    return { databaseUrl, rows: rows[0]?.count ?? 0 }
  }
})

/** What an operator does, in order; each ends well. Returns the peak of each, in bytes. rebuilt: a read model, or all. */
async function peaksOf(
  rebuilt: string,
  { databaseUrl, rows }: { databaseUrl: string; rows: number },
): Promise<number[]> {
  const rebuild = await runOpsProcess(databaseUrl, ['rebuild', rebuilt], { heap })
  expect(rebuild).toMatchObject({ code: 0, err: '' })
  expect(rebuild.out).toMatch(new RegExp(`^orders: ${rows} filas`, 'm'))
  const dry = await runOpsProcess(databaseUrl, ['rebuild', 'orders', '--dry-run'], { heap })
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toMatch(/^Nada saldría distinto\.$/m)
  const verified = await runOpsProcess(databaseUrl, ['verify'], { heap })
  expect(verified.out).toMatch(/^Todo coincide con el registro de eventos\.$/m)
  expect(verified).toMatchObject({ code: 0, err: '' })
  return [rebuild, dry, verified].map(({ memory }) => memory)
}

test('[CORE-06 partial] a rebuild, a dry run and verify take no more memory for twenty times the events and rows that are more than the heap', async ({
  fill,
}) => {
  const before = await peaksOf('all', await fill(small))
  // The wide rows are those of the orders; the others are compared up to where they stand.
  const after = await peaksOf('orders', await fill(large))
  for (const [nth, memory] of after.entries()) {
    expect(memory).toBeLessThan(most)
    expect(memory - (before[nth] ?? 0)).toBeLessThan(mostGrowth)
  }
})
