// What the queue asks of the database: its statements are prepared while it is empty, and go by the jobs' ids however many there are later.
// And what becomes of jobs whose worker died.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import { createPool, withConnection } from '#backend/db/database.ts'
import { test } from '#scripts/testing/database.ts'
import { changeFailedJob, countFailedJobs } from './failed-jobs.ts'
import { type JobHandlers, JobQueue, names, passes } from './queue.ts'

/** Works over one session, so that what it has prepared can be looked at; without handlers not yet. */
async function openQueue(databaseUrl: string, handlers?: Partial<JobHandlers>, { supervises = false } = {}) {
  await withConnection(databaseUrl, (owner) => owner.query('truncate job.job'))
  const pool = createPool(databaseUrl, { max: 1 })
  onTestFinished(() => pool.end())
  // What a session comes to after some executions; the worst that it may be planned with is an empty table.
  await pool.query('set plan_cache_mode = force_generic_plan')
  const report = vi.fn()
  const queue = new JobQueue(pool, report, { supervises })
  await queue.start()
  onTestFinished(() => queue.stop())
  const add = (ids: readonly string[]) =>
    queue.insert(
      pool as unknown as pg.ClientBase,
      ids.map((id, n) => ({ name: 'expire-order', id, data: { orderId: n }, origin: { correlation: randomUUID() } })),
    )
  if (handlers) await queue.work(handlers as JobHandlers)
  return { pool, queue, add, report }
}

function statesOf(pool: pg.Pool, ids: readonly string[]) {
  return vi.waitFor(
    async () => {
      const { rows } = await pool.query<{ state: string; output: unknown }>(
        'select state, output from job.job where id = any($1) order by array_position($1, id)',
        [ids],
      )
      expect(rows.map(({ state }) => state)).not.toContain('created')
      expect(rows.map(({ state }) => state)).not.toContain('active')
      return rows
    },
    { timeout: 30_000, interval: 100 },
  )
}

/** Rows that the deepest step of a plan looked at, passed over or found. */
type Step = { 'Actual Rows'?: number; 'Actual Loops'?: number; Plans?: Step[]; [detail: string]: unknown }
function mostRows(step: Step): number {
  const removed = Object.entries(step).filter(([name]) => name.startsWith('Rows Removed'))
  const own = [step['Actual Rows'] ?? 0, ...removed.map(([, rows]) => Number(rows))]
  const loops = step['Actual Loops'] ?? 1
  return Math.max(...own.map((rows) => rows * loops), ...(step.Plans ?? []).map(mostRows))
}

test('jobs are taken and finished by their ids, however many are done or lie in the future', async ({
  databaseUrl,
}) => {
  const { pool, add } = await openQueue(databaseUrl, { 'expire-order': async () => undefined })
  const ids = [randomUUID(), randomUUID()]
  await add(ids)
  await statesOf(pool, ids)
  for (const [state, startAfter] of [
    ['completed', "'-1 day'"],
    ['created', "'1 day'"],
  ])
    await pool.query(
      `insert into job.job (id, name, data, state, start_after, policy)
       select gen_random_uuid(), 'expire-order', '{}', '${state}', now() + ${startAfter}, 'standard' from generate_series(1, 3000)`,
    )
  const { rows: prepared } = await pool.query<{ name: string; takes: boolean }>(
    `select name, statement ~ 'SKIP LOCKED' as takes from pg_prepared_statements
     where statement ~ 'UPDATE job' and statement !~ 'DELETE' and (statement ~ $1 or statement ~ 'completed_on = ') order by takes`,
    ["'expire-order'"],
  )
  expect(prepared.map(({ takes }) => takes)).toEqual([false, true])
  for (const { name, takes } of prepared) {
    const id = randomUUID()
    const values = takes ? '1' : `'expire-order', '{${id}}', null, '{${id}:0}'`
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Step }[] }>(
      `explain (analyze, timing off, format json) execute "${name}" (${values})`,
    )
    const [plan] = rows.flatMap((row) => row['QUERY PLAN'])
    expect(plan && mostRows(plan.Plan)).toBeLessThan(100)
  }
})

test('of a batch the jobs that fail are tried again, and the others are done', async ({ databaseUrl }) => {
  const { pool, add, report } = await openQueue(databaseUrl, {
    'expire-order': async ({ orderId }) => {
      if (orderId % 2 === 1) throw new Error(`order ${orderId} cannot end yet`)
    },
  })
  const ids = Array.from({ length: 4 }, () => randomUUID())
  await add(ids)
  const failed = (orderId: number) => ({ state: 'retry', output: { message: `order ${orderId} cannot end yet` } })
  const done = { state: 'completed', output: null }
  expect(await statesOf(pool, ids)).toEqual([done, failed(1), done, failed(3)])
  expect(report).toHaveBeenCalledTimes(2)
})

test('a job is done when it ends, though another of its batch is still at work', async ({ databaseUrl }) => {
  const end = Promise.withResolvers<void>()
  const { pool, add } = await openQueue(databaseUrl, {
    'expire-order': ({ orderId }) => (orderId === 0 ? end.promise : Promise.resolve()),
  })
  const ids = Array.from({ length: 4 }, () => randomUUID())
  await add(ids)
  const states = async () => {
    const { rows } = await pool.query('select state from job.job order by array_position($1, id)', [ids])
    return rows.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(['active', 'completed', 'completed', 'completed'])
  end.resolve()
  await expect.poll(states).toEqual(Array(4).fill('completed'))
})

test('a job of a worker that died or froze is another worker’s within half a minute, of whichever queue', async ({
  databaseUrl,
}) => {
  const { pool } = await openQueue(databaseUrl, {})
  const { rows } = await pool.query<{ name: string; heartbeat: number; retry: number }>(
    `select name, heartbeat_seconds as heartbeat, retry_delay as retry from job.queue where name !~ '^__' order by name`,
  )
  expect(rows.map(({ name }) => name)).toEqual([...names].sort())
  const { superviseIntervalSeconds, monitorIntervalSeconds } = passes
  // A pass may just miss its turn among the processes. A first retry waits up to twice its delay, and then to be taken.
  const untilLooked = superviseIntervalSeconds + monitorIntervalSeconds
  for (const { name, heartbeat, retry } of rows) expect(heartbeat + untilLooked + 2 * retry + 1, name).toBeLessThan(30)
})

test('a payment that has to go back is refunded by another worker once the one that had the job was killed', async ({
  databaseUrl,
}) => {
  const { pool, queue } = await openQueue(databaseUrl, undefined, { supervises: true })
  const id = randomUUID()
  const origin = { correlation: randomUUID() }
  await queue.insert(pool, [{ name: 'refund-payment', id, data: { orderId: 7, paymentId: '1', refund: 0 }, origin }])
  const worker = fork(new URL('./testing/worker.child.ts', import.meta.url), [databaseUrl])
  onTestFinished(() => void worker.kill('SIGKILL'))
  expect((await once(worker, 'message'))[0]).toBe(7)
  const refunded: number[] = []
  const refund = async ({ orderId }: { orderId: number }) => void refunded.push(orderId)
  await queue.work({ 'refund-payment': refund } as unknown as JobHandlers)
  worker.kill('SIGKILL')
  // Most of its silence has passed.
  await pool.query("update job.job set heartbeat_on = heartbeat_on - interval '9 s' where id = $1", [id])
  await expect.poll(() => refunded, { timeout: 30_000 }).toEqual([7])
  await expect.poll(async () => (await statesOf(pool, [id]))[0]?.state).toBe('completed')
})

test('a job whose tries are used up stays until somebody has it tried again or drops it', async ({ databaseUrl }) => {
  let isMended = false
  const { pool, add } = await openQueue(databaseUrl, {
    'expire-order': async () => {
      if (!isMended) throw new Error('not mended')
    },
  })
  const ids = [randomUUID(), randomUUID()] as const
  await pool.query("update job.queue set retry_limit = 0 where name = 'expire-order'")
  await add(ids)
  await expect.poll(() => countFailedJobs(pool)).toBe(2)
  const kept = async () => (await pool.query('select deletion_seconds as seconds from job.job')).rows
  await expect.poll(kept).toEqual([{ seconds: 0 }, { seconds: 0 }])
  isMended = true
  expect(await changeFailedJob(pool, 'retry-job', 'expire-order', ids[0])).toBe(true)
  expect(await changeFailedJob(pool, 'drop-job', 'expire-order', ids[1])).toBe(true)
  expect(await changeFailedJob(pool, 'drop-job', 'expire-order', ids[1])).toBe(false)
  const states = async () => (await statesOf(pool, ids)).map(({ state }) => state)
  await expect.poll(states).toEqual(['completed', 'cancelled'])
})
