// The clock that all processes of a shop share.
import { afterEach, expect, vi } from 'vitest'
import { test } from '#scripts/testing/database.ts'
import { createPool } from './database.ts'
import { openDatabaseClock } from './database-clock.ts'

afterEach(() => vi.useRealTimers())

test('the time is the database’s, whatever the clock of the process says', async ({ databaseUrl }) => {
  const pool = createPool(databaseUrl, { as: 'owner', max: 1, name: 'test' })
  const clock = await openDatabaseClock(pool)
  const right = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: right + 3_600_000 })
  const jumped = Date.now()
  expect(jumped - clock.now().getTime()).toBeGreaterThan(3_000_000)
  await clock.set()
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  await pool.end()
  expect(jumped - clock.now().getTime()).toBeGreaterThan(3_000_000)
  expect(Math.abs((rows[0]?.now.getTime() ?? 0) - clock.now().getTime())).toBeLessThan(60_000)
})
