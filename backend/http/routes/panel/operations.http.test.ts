// The calls of the page Operaciones over HTTP: what they show, what they do, and for whom.
import pg from 'pg'
import { describe, expect } from 'vitest'
import { acts } from '#backend/domain/operation/operation.limits.ts'
import { routesOf } from '#backend/http/contract/routes.ts'
import { eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { plantFailedJob } from '#backend/jobs/testing/failed-job.ts'
import { makeProduct, type Shop, signedIn, test } from '#backend/testing/shop-fixture.ts'
import type { Answer } from '#scripts/testing/client.ts'

describe('operations', () => {
  test('show where everything is and who feeds it, and say nothing of what events hold', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true, name: 'Nadie Debe Leerlo' })
    await makeProduct(admin)
    const head = await shop.core.store.head()
    const look = async () => (await admin.get('/api/panel/operations')).body
    await expect.poll(look).toMatchObject({ head, processes: [{ pid: expect.any(Number) }] })
    const { subscriptions, processes, log, queues } = await look()
    const live = subscriptions.filter(({ state }: { state: string }) => state === 'live')
    expect(live.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['catalogue', 'carts', 'orders', 'users', 'jobs']),
    )
    await expect
      .poll(async () => (await look()).subscriptions.map((row: Record<string, unknown>) => [row.position, row.lag]))
      .toEqual(subscriptions.map(() => [head, 0]))
    for (const row of live) expect(row).toMatchObject({ paused: false, parked: 0, fedBy: processes[0].pid })
    expect(processes[0].roundTripMs).toBeGreaterThanOrEqual(1)
    expect(processes[0].health).toMatchObject({ role: 'both', osPid: process.pid, release: expect.any(String) })
    expect(processes[0].health.memoryBytes).toBeGreaterThan(2 ** 25)
    expect(processes[0].health.loopDelayMs).toBeGreaterThanOrEqual(0)
    for (const name of ['writes', 'reads', 'jobs'])
      expect(processes[0].health.pools[name]).toMatchObject({ most: expect.any(Number), waiting: expect.any(Number) })
    expect(queues.map(({ name }: { name: string }) => name)).toContain('expire-order')
    expect(log[0]).toMatchObject({ position: head, actor: `user:${admin.id}` })
    expect(JSON.stringify(await look())).not.toMatch(/Nadie Debe|gamertech\.test/)
  })

  test('[OPN-06] are read by operators and auditors, done by operators, both by admins, and by nobody else', async ({
    shop,
  }) => {
    const callers = {
      visitor: { caller: shop.client(), reads: 401, acts: 401 },
      shopper: { caller: await signedIn(shop), reads: 403, acts: 403 },
      auditor: { caller: await signedIn(shop, { role: 'auditor' }), reads: 200, acts: 403 },
      support: { caller: await signedIn(shop, { role: 'support' }), reads: 403, acts: 403 },
      editor: { caller: await signedIn(shop, { role: 'editor' }), reads: 403, acts: 403 },
      operator: { caller: await signedIn(shop, { role: 'operator' }), reads: 200, acts: 404 },
      admin: { caller: await signedIn(shop, { admin: true }), reads: 200, acts: 404 },
    }
    const calls = routesOf(shop.app).filter(({ path }) => path.startsWith('/api/panel/operations'))
    expect(calls.map(({ method, path }) => `${method} ${path.slice('/api/panel/operations'.length)}`).sort()).toEqual([
      'GET ',
      'GET /deadletters',
      'GET /work/:id',
      'POST ',
    ])
    const key = '00000000-0000-4000-8000-000000000000'
    const nothing = { name: 'nada', key, position: 1, reason: 'x' }
    for (const [who, { caller, reads, acts: expected }] of Object.entries(callers)) {
      const expectRefused = (answer: Answer, status: number, where: string) => {
        expect([who, where, answer.status]).toEqual([who, where, status])
        if (status === 401) expectProblem(answer, 401, 'unauthenticated')
        if (status === 403) expectProblem(answer, 403, 'forbidden')
      }
      for (const path of ['', '/deadletters'])
        expectRefused(await caller.get(`/api/panel/operations${path}`), reads, path)
      expectRefused(await caller.get(`/api/panel/operations/work/${key}`), reads === 200 ? 404 : reads, '/work')
      for (const act of acts)
        expectRefused(await caller.post('/api/panel/operations', { act, ...nothing }), expected, act)
    }
    expect(await readWork(shop)).toEqual([])
    const done = await callers.operator.caller.post('/api/panel/operations', { act: 'resume', name: 'carts' })
    expect([done.status, done.body]).toMatchObject([
      200,
      { state: 'done', actor: `user:${callers.operator.caller.id}` },
    ])
  })

  test('are recorded with the person who asked, and with how they ended', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const before = await shop.core.store.head()
    const ask = (body: object) => admin.post('/api/panel/operations', body)
    const paused = await ask({ act: 'pause', name: 'carts' })
    expect([paused.status, paused.body]).toMatchObject([200, { act: 'pause', target: 'carts', state: 'done' }])
    const isPaused = async () => {
      const { subscriptions } = (await admin.get('/api/panel/operations')).body
      return subscriptions.find(({ name }: { name: string }) => name === 'carts').paused
    }
    expect(await isPaused()).toBe(true)
    await ask({ act: 'resume', name: 'carts' })
    expect(await isPaused()).toBe(false)
    const refused = await ask({ act: 'rollback', name: 'carts' })
    expectProblem(refused, 409, 'operation_refused')
    expect(refused.body.detail).toBe('De carts no se guarda ninguna generación anterior.')
    const events = await eventsAfter(shop, before)
    expect(events.map(({ type, data, meta }) => [type, data.act ?? data.outcome, meta.actor])).toEqual(
      ['pause', 'done', 'resume', 'done', 'rollback', 'failed'].map((what, at) => [
        at % 2 === 0 ? 'OperationRequested' : 'OperationEnded',
        what,
        `user:${admin.id}`,
      ]),
    )
  })

  test('let an operator try a failed job again or drop it with a reason, each an event that the audit tells', async ({
    shop,
  }) => {
    const admin = await signedIn(shop, { admin: true })
    const plant = () => plantFailedJob(shop.core.pool, 'send-receipt', { orderId: 999_999 })
    const [again, dropped] = [await plant(), await plant()]
    const shown = async () => (await admin.get('/api/panel/operations')).body.failures
    const failed = { name: 'send-receipt', error: 'El servidor no contesta.', attempts: 1000, nextAt: null }
    await expect.poll(shown, { timeout: 15_000 }).toMatchObject([failed, failed])
    const ask = (act: string, key: string) =>
      admin.post('/api/panel/operations', { act, name: 'send-receipt', key, reason: 'Ya se le avisó.' })
    const before = await shop.core.store.head()
    for (const [act, key] of [
      ['retry-job', again],
      ['drop-job', dropped],
    ] as const) {
      expect((await ask(act, key)).body).toMatchObject({ act, target: 'send-receipt', state: 'done' })
      expectProblem(await ask(act, key), 409, 'operation_refused')
    }
    const stateOf = async (id: string) =>
      (await shop.core.pool.query('select state from job.job where id = $1', [id])).rows[0]?.state
    await expect.poll(() => stateOf(again)).toBe('completed')
    expect(await stateOf(dropped)).toBe('cancelled')
    await expect.poll(shown).toEqual([])
    const asked = (await eventsAfter(shop, before)).filter(({ type }) => type === 'OperationRequested')
    expect(asked[2]).toMatchObject({ data: { act: 'drop-job', key: dropped, reason: 'Ya se le avisó.' } })
    const { rows } = (await admin.get('/api/panel/audit?kind=system')).body
    const told = rows.map(({ sentence }: { sentence: string }) => sentence)
    expect(told).toContain('Se pidió descartar un trabajo fallido: send-receipt.')
    expect(told).toContain('Una operación terminó: Se intenta otra vez.')
  })

  test('know only what there is, and name what a skip lacks', async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const ask = (body: object) => admin.post('/api/panel/operations', body)
    expectProblem(await ask({ act: 'rebuild', name: 'nada' }), 404, 'not_found')
    expectProblem(await ask({ act: 'rebuild', name: 'jobs' }), 404, 'not_found')
    expectProblem(await ask({ act: 'verify', name: 'carts' }), 404, 'not_found')
    expectBadInput(await ask({ act: 'vaciar', name: 'carts' }), ['act'])
    expectBadInput(await ask({ act: 'skip', name: 'carts' }), ['key', 'position', 'reason'])
    expectBadInput(await ask({ act: 'drop-job', name: 'send-receipt' }), ['key', 'reason'])
    expectBadInput(await ask({ act: 'retry-job', name: 'send-receipt', key: '1' }), ['key'])
    expectProblem(
      await ask({ act: 'skip', name: 'carts', key: '1', position: 1, reason: 'x' }),
      409,
      'operation_refused',
    )
    expectProblem(await ask({ act: 'cancel', name: 'carts' }), 409, 'operation_refused')
    expectProblem(await ask({ act: 'cut-over', name: 'carts' }), 409, 'operation_refused')
    expectProblem(await ask({ act: 'retry', name: 'jobs' }), 409, 'operation_refused')
  })

  test('hold, show, go back, compare and verify, the long ones by a job', { timeout: 180_000 }, async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const product = await makeProduct(admin)
    const ask = async (act: string, name: string) => (await admin.post('/api/panel/operations', { act, name })).body
    const ended = async (act: string, name = 'catalogue') => {
      const { id } = await ask(act, name)
      const look = async () => (await admin.get(`/api/panel/operations/work/${id}`)).body
      await expect.poll(async () => (await look()).endedAt, { timeout: 60_000 }).not.toBeNull()
      return look()
    }
    const generationShown = async () => {
      const { subscriptions } = (await admin.get('/api/panel/operations')).body
      type Row = { name: string; state: string; generation: number }
      return subscriptions.find(({ name, state }: Row) => name === 'catalogue' && state === 'live').generation
    }
    const first = await generationShown()
    expect(await ended('hold')).toMatchObject({ state: 'done', actor: `user:${admin.id}` })
    expect(await generationShown()).toBe(first)
    expect((await ask('cut-over', 'catalogue')).state).toBe('done')
    expect(await generationShown()).toBeGreaterThan(first)
    expect((await ask('rollback', 'catalogue')).state).toBe('done')
    expect(await generationShown()).toBe(first)
    const owner = new pg.Client(shop.databaseUrl)
    await owner.connect()
    await owner.query(`update rm.catalogue__${first} set name = 'Otro' where product_id = $1`, [product])
    await owner.end()
    expect(await ended('dry-run')).toMatchObject({ state: 'differs', result: { total: 1, checks: [] } })
    const verified = await ended('verify', 'all')
    expect(verified).toMatchObject({ state: 'differs' })
    expect(verified.result.found.map(({ message }: { message: string }) => message).join()).toContain('catalogue, fila')
    expect((await admin.get('/api/panel/operations')).body.lastVerify).toMatchObject({ id: verified.id })
  })
})

async function readWork(shop: Shop) {
  return (await shop.core.pool.query('select * from operation.work')).rows
}
