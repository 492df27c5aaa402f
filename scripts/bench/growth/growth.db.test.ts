// What an operator does with the whole log needs no more memory for more or wider rows.

import { expect, vi } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { openCore } from '#backend/shop.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'
import { registerFollowed } from './fill-log.ts'
import { dataKey, measureOps } from './operator.ts'

// Each test runs the command line, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })

const orders = 8000
/** Characters. */
const referenceLength = 10_000
/** Megabytes. */
const heap = 80

/** Orders of wide rows, each placed and expired. */
const wideOrders = `
  insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
    select n + (version - 1) * ${orders}, ('00050000-' || substr(id, 1, 4) || '-8' || substr(id, 5, 3) || '-8' || substr(id, 8, 3) || '-000000000000')::uuid,
      version, (select t.id from es.event_types t where name = case version when 1 then 'OrderPlaced' else 'OrderExpired' end), 1,
      case version when 2 then format('{"orderId":%s}', n) else
        format('{"orderId":%s,"userId":%s,"reference":"%s","lines":[],"totalCents":0,"currency":"ARS","holdUntil":"2026-01-01T00:15:00.000Z"}',
          n, n % 500, repeat(n || '-', ${referenceLength} / length(n || '-'))) end::json,
      '{"actor":"operator","cause":"Test","correlation":"x"}', '2026-01-01'
    from (select n, version, lpad(to_hex(n), 10, '0') as id from generate_series(1, ${orders}) n, generate_series(1, 2) version) o;
  insert into es.streams (id, category, version) select stream_id, 5, max(version) from es.events group by 1;
  select setval('es.order_id', ${orders})`

const test = databaseTest.extend('filled', { scope: 'file' }, async ({ databaseUrl }) => {
  const core = await openCore({ databaseUrl, dataKey, sessionSecret: 's'.repeat(40) }) // gives every type of event its number
  const owner = createPool(databaseUrl, { as: 'owner', max: 1, name: 'test', limits: false })
  await owner.query(wideOrders)
  await registerFollowed(core)
  await core.close()
  await owner.end()
  return databaseUrl
})

test('[CORE-06 partial] a rebuild, a dry run and verify of rows that are more than the heap', async ({ filled }) => {
  const rebuilt = await measureOps(filled, ['rebuild', 'all'], heap)
  expect(rebuilt).toMatchObject({ code: 0, err: '' })
  expect(rebuilt.out).toMatch(new RegExp(`^orders: ${orders} filas`, 'm'))
  const dry = await measureOps(filled, ['rebuild', 'orders', '--dry-run'], heap)
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toMatch(/^Nada saldría distinto\.$/m)
  const verified = await measureOps(filled, ['verify'], heap)
  expect(verified.out).toMatch(/^Todo coincide con el registro de eventos\.$/m)
  expect(verified).toMatchObject({ code: 0, err: '' })
  for (const { memory } of [rebuilt, dry, verified]) expect(memory).toBeLessThan(500e6)
})
