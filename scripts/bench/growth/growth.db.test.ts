// What an operator does with the whole log needs no more memory for more or wider rows.

import { expect, vi } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { openCore } from '#backend/shop.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'
import { registerFollowed } from './fill-log.ts'
import { dataKey, measureOps } from './operator.ts'

// Each test runs the command line, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })

/** Orders, of which the wide ones have a reference of ten thousand characters. */
type Size = { narrow: number; wide: number }
const small: Size = { narrow: 1000, wide: 0 }
const large: Size = { narrow: 15_000, wide: 4000 }
/** Megabytes: what the wide rows alone take is more than it leaves. */
const heap = 80
/** Bytes. */
const [most, mostGrowth] = [500e6, 100e6]

/** Orders with these ids, each placed and expired, behind the end of the log. */
const orders = (first: number, last: number, length: number) => `
  insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
    select head + n - ${first - 1} + (version - 1) * ${last - first + 1},
      ('00050000-' || substr(id, 1, 4) || '-8' || substr(id, 5, 3) || '-8' || substr(id, 8, 3) || '-000000000000')::uuid,
      version, (select t.id from es.event_types t where name = case version when 1 then 'OrderPlaced' else 'OrderExpired' end), 1,
      case version when 2 then format('{"orderId":%s}', n) else
        format('{"orderId":%s,"userId":%s,"reference":"%s","lines":[],"totalCents":0,"currency":"ARS","holdUntil":"2026-01-01T00:15:00.000Z"}',
          n, n % 500, repeat(n || '-', ${length} / length(n || '-'))) end::json,
      '{"actor":"operator","cause":"Test","correlation":"x"}', '2026-01-01'
    from (select n, version, lpad(to_hex(n), 10, '0') as id from generate_series(${first}, ${last}) n, generate_series(1, 2) version) o,
      (select coalesce(max(pos), 0) as head from es.events) e;`

const streams = `insert into es.streams (id, category, version) select stream_id, 5, max(version) from es.events group by 1
    on conflict do nothing;
  select setval('es.order_id', 1000000)`

const test = databaseTest.extend('fill', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const core = await openCore({ databaseUrl, dataKey, sessionSecret: 's'.repeat(40) }) // gives every type of event its number
  const owner = createPool(databaseUrl, { as: 'owner', max: 1, name: 'test', limits: false })
  onCleanup(() => core.close().then(() => owner.end()))
  let last = 0
  return async (size: Size) => {
    for (const [count, length] of [
      [size.wide, 10_000],
      [size.narrow, 30],
    ] as const) {
      if (count > 0) await owner.query(orders(last + 1, last + count, length))
      last += count
    }
    await owner.query(streams)
    await registerFollowed(core)
    return { databaseUrl, rows: last }
  }
})

/** What an operator does, in order; each ends well. Returns the peak of each, in bytes. */
async function peaksOf({ databaseUrl, rows }: { databaseUrl: string; rows: number }): Promise<number[]> {
  const rebuilt = await measureOps(databaseUrl, ['rebuild', 'all'], heap)
  expect(rebuilt).toMatchObject({ code: 0, err: '' })
  expect(rebuilt.out).toMatch(new RegExp(`^orders: ${rows} filas`, 'm'))
  const dry = await measureOps(databaseUrl, ['rebuild', 'orders', '--dry-run'], heap)
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toMatch(/^Nada saldría distinto\.$/m)
  const verified = await measureOps(databaseUrl, ['verify'], heap)
  expect(verified.out).toMatch(/^Todo coincide con el registro de eventos\.$/m)
  expect(verified).toMatchObject({ code: 0, err: '' })
  return [rebuilt, dry, verified].map(({ memory }) => memory)
}

test('[CORE-06 partial] a rebuild, a dry run and verify take no more memory for twenty times the events and rows that are more than the heap', async ({
  fill,
}) => {
  const before = await peaksOf(await fill(small))
  const after = await peaksOf(await fill(large))
  for (const [nth, memory] of after.entries()) {
    expect(memory).toBeLessThan(most)
    expect(memory - (before[nth] ?? 0)).toBeLessThan(mostGrowth)
  }
})
