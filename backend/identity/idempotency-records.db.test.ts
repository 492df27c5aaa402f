// Names of requests: who takes one, what is answered again, and that nothing of it can be read.
import { expect } from 'vitest'
import { test as coreTest } from '#backend/testing/core-fixture.ts'
import { dropExpiredRows } from './expired-rows.ts'
import { type Beginning, type Begun, IdempotencyRecords } from './idempotency-records.ts'

const answer = { status: 201, body: '{"name":"Ana Secreta"}', headers: { 'x-position': '7' } }
let names = 0
const isBegun = (one: Beginning): one is Begun => typeof one === 'object' && 'begunAt' in one

async function begin(answers: IdempotencyRecords, request: Parameters<IdempotencyRecords['begin']>[0]): Promise<Begun> {
  const beginning = await answers.begin(request)
  return isBegun(beginning) ? beginning : expect.fail(`not begun: ${JSON.stringify(beginning)}`)
}

const test = coreTest
  .extend('clock', () => ({ now: new Date() }))
  .extend(
    'answers',
    ({ core, clock }) => new IdempotencyRecords({ pool: core.pool, secret: 's', now: () => clock.now }),
  )
  .extend('request', () => ({ caller: 'user:7', key: `key-${++names}`, content: 'POST /api/x {}' }))

test('one of many takes a name; the others hear that it is under way, and later what it was answered', async ({
  answers,
  request,
}) => {
  const begun = await Promise.all(Array.from({ length: 20 }, () => answers.begin(request)))
  const first = begun.filter(isBegun)
  expect(first).toHaveLength(1)
  expect(begun.filter((one) => one === 'under_way')).toHaveLength(19)
  for (const one of first) await answers.keep(request, one, answer)
  expect(await answers.begin(request)).toEqual(answer)
  expect(await answers.begin({ ...request, content: 'POST /api/y {}' })).toBe('other_content')
  await begin(answers, { ...request, caller: 'user:8' })
})

test('a request that came to nothing frees its name; one whose process died does so after a minute', async ({
  answers,
  clock,
  request,
}) => {
  const wait = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
  }
  await answers.giveUp(request, await begin(answers, request))
  await begin(answers, { ...request, content: 'POST /api/y {}' })
  wait(59_000)
  expect(await answers.begin({ ...request, content: 'POST /api/y {}' })).toBe('under_way')
  wait(2000)
  expect(await answers.begin(request)).toBe('other_content')
  await begin(answers, { ...request, content: 'POST /api/y {}' })
})

test('a request that slept over a minute neither deletes nor overwrites what a repeat under its name does', async ({
  answers,
  clock,
  request,
}) => {
  const asleep = await begin(answers, request)
  clock.now = new Date(clock.now.getTime() + 61_000)
  const repeat = await begin(answers, request)
  await answers.giveUp(request, asleep)
  expect(await answers.begin(request)).toBe('under_way')
  await answers.keep(request, asleep, { ...answer, body: 'late' })
  expect(await answers.begin(request)).toBe('under_way')
  await answers.keep(request, repeat, answer)
  await answers.keep(request, asleep, { ...answer, body: 'late' })
  expect(await answers.begin(request)).toEqual(answer)
})

test('an answer is kept for a day and cannot be read without the key of its caller', async ({
  answers,
  clock,
  core,
  request,
}) => {
  await answers.keep(request, await begin(answers, request), answer)
  const { rows } = await core.pool.query(
    'select record::text, encode(answer, $1) as text from auth.idempotency_records record',
    ['escape'],
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/Ana|user:7|api/)
  clock.now = new Date(clock.now.getTime() + 24 * 3_600_000 - 1000)
  expect(await answers.begin(request)).toEqual(answer)
  clock.now = new Date(clock.now.getTime() + 1000)
  const count = async () => (await core.pool.query('select from auth.idempotency_records')).rowCount ?? 0
  const before = await count()
  await dropExpiredRows({ pool: core.pool, now: () => clock.now })
  expect(await count()).toBeLessThan(before)
  await begin(answers, request)
})
