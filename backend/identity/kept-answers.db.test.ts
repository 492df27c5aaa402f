// Names of requests: who takes one, what is answered again, and that nothing of it can be read.
import { expect } from 'vitest'
import { test as coreTest } from '#backend/testing/core-fixture.ts'
import { KeptAnswers } from './kept-answers.ts'

const answer = { status: 201, body: '{"name":"Ana Secreta"}', headers: { 'x-position': '7' } }
let names = 0

const test = coreTest
  .extend('clock', () => ({ now: new Date() }))
  .extend('answers', ({ core, clock }) => new KeptAnswers({ pool: core.pool, secret: 's', now: () => clock.now }))
  .extend('request', () => ({ caller: 'user:7', key: `key-${++names}`, content: 'POST /api/x {}' }))

test('one of many takes a name; the others hear that it is under way, and later what it was answered', async ({
  answers,
  request,
}) => {
  const begun = await Promise.all(Array.from({ length: 20 }, () => answers.begin(request)))
  expect(begun.filter((one) => one === 'begun')).toHaveLength(1)
  expect(begun.filter((one) => one === 'under_way')).toHaveLength(19)
  await answers.keep(request, answer)
  expect(await answers.begin(request)).toEqual(answer)
  expect(await answers.begin({ ...request, content: 'POST /api/y {}' })).toBe('other_content')
  expect(await answers.begin({ ...request, caller: 'user:8' })).toBe('begun')
})

test('a request that came to nothing frees its name; one whose process died does so after a minute', async ({
  answers,
  clock,
  request,
}) => {
  const wait = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
  }
  await answers.begin(request)
  await answers.giveUp(request)
  expect(await answers.begin({ ...request, content: 'POST /api/y {}' })).toBe('begun')
  wait(59_000)
  expect(await answers.begin({ ...request, content: 'POST /api/y {}' })).toBe('under_way')
  wait(2000)
  expect(await answers.begin(request)).toBe('other_content')
  expect(await answers.begin({ ...request, content: 'POST /api/y {}' })).toBe('begun')
})

test('an answer is kept for a day and cannot be read without the key of its caller', async ({
  answers,
  clock,
  core,
  request,
}) => {
  await answers.begin(request)
  await answers.keep(request, answer)
  const { rows } = await core.pool.query('select kept::text, encode(answer, $1) as text from auth.kept_answers kept', [
    'escape',
  ])
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/Ana|user:7|api/)
  clock.now = new Date(clock.now.getTime() + 24 * 3_600_000 - 1000)
  expect(await answers.begin(request)).toEqual(answer)
  clock.now = new Date(clock.now.getTime() + 1000)
  const count = async () => (await core.pool.query('select from auth.kept_answers')).rowCount ?? 0
  const before = await count()
  await answers.sweep()
  expect(await count()).toBeLessThan(before)
  expect(await answers.begin(request)).toBe('begun')
})
