// What processes tell of themselves: each its own row, which ends with the process, or a minute after the last word of one that died.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#backend/testing/core-fixture.ts'
import { reportProcess } from './process-report.ts'
import { readProcesses, removeProcess, writeProcess } from './processes.ts'

const health = {
  host: 'uno',
  osPid: 7,
  role: 'web' as const,
  release: 'abc',
  memoryBytes: 90_000_000,
  loopDelayMs: 1.5,
  pools: { reads: { most: 8, busy: 2, waiting: 1 } },
} as const
const own = (more: { host: string }) => ({
  ...health,
  ...more,
  id: randomUUID(),
  startedAt: new Date(),
  pumpPid: null,
  roundTripMs: 1,
})

test('a process that falls silent is shown with its age for a minute, and then removed by any other', async ({
  core: { pool },
}) => {
  const [lively, dead] = [own({ host: 'vivo' }), own({ host: 'muerto' })]
  await writeProcess(pool, lively)
  await writeProcess(pool, dead)
  const age = (seconds: number) =>
    pool.query("update operation.processes set seen_at = now() - $2 * interval '1 s' where id = $1", [dead.id, seconds])
  await age(40)
  const shown = await readProcesses(pool)
  expect(shown.map((one) => [one.health?.host, one.pid, Math.round(one.seenSeconds / 10)])).toEqual([
    ['vivo', null, 0],
    ['muerto', null, 4],
  ])
  expect(shown[0]?.health).toEqual({ ...health, host: 'vivo' })
  await age(61)
  expect((await readProcesses(pool)).map((one) => one.id)).toEqual([lively.id])
  await writeProcess(pool, { ...lively, loopDelayMs: 9 })
  const { rows } = await pool.query('select id, loop_delay_ms from operation.processes')
  expect(rows).toEqual([{ id: lively.id, loop_delay_ms: 9 }])
  await removeProcess(pool, lively.id)
})

test('a process tells of itself at once, and its row goes with it', async ({ core: { pool, pools } }) => {
  const failed: unknown[] = []
  const about = {
    role: 'worker',
    release: 'abc',
    pumpPid: () => null,
    onError: (error: unknown) => failed.push(error),
  } as const
  const end = reportProcess(pool, { ...about, pools })
  await expect.poll(async () => (await readProcesses(pool)).map((one) => one.health?.osPid)).toEqual([process.pid])
  await end()
  expect([await readProcesses(pool), failed]).toEqual([[], []])
})
