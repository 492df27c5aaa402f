// Cached answers: one for each question that was understood, within a budget of bytes, made once for all who wait.
import { Hono } from 'hono'
import { expect } from 'vitest'
import { test as coreTest } from '#backend/testing/core-fixture.ts'
import { questionOf, ResponseCache } from './response-cache.ts'

/** `serve`: an app whose answers to /thing/{id} are cached within `maxBytes`; `made` lists the ids that were computed. */
const test = coreTest.extend('serve', ({ core }) => (maxBytes: number, text = (id: string) => id) => {
  const cache = new ResponseCache({ ...core, maxBytes })
  const made: string[] = []
  const app = new Hono().get('/thing/:id', async (c) => {
    const { id } = c.req.param()
    const page = Number(c.req.query('page') ?? 1)
    const question = questionOf(`/thing/${id}`, { page: page > 1 ? page : undefined })
    const make = async () => {
      made.push(id)
      await core.pool.query('select 1')
      return { json: { text: text(id), page } }
    }
    return (await cache.answer(c, question, ['catalogue'], make)) ?? c.notFound()
  })
  app.onError((_, c) => c.text('', 500))
  const ask = async (path: string) => {
    const kept = cache.kept(path)
    return kept ? JSON.parse(kept.answer.body) : (await app.request(path)).json()
  }
  return { cache, made, ask }
})

test('2,000 visits with parameters that mean nothing keep one answer and evict none', async ({ serve }) => {
  const { cache, made, ask } = serve(100_000)
  for (let id = 1; id <= 50; id++) await ask(`/thing/${id}`)
  const [size, bytes] = [cache.size, cache.bytes]
  for (let visit = 1; visit <= 2000; visit++)
    expect(await ask(`/thing/7?${visit}&utm=${'x'.repeat(500)}&page=1`)).toEqual({ text: '7', page: 1 })
  expect([cache.size, cache.bytes]).toEqual([size, bytes])
  for (let id = 1; id <= 50; id++) await ask(`/thing/${id}`)
  expect(made).toHaveLength(50)
})

test('a part that nobody looks for their own change in is made once, whatever the caller says of having changed something', async ({
  core,
}) => {
  const cache = new ResponseCache(core)
  let made = 0
  const make = async () => ++made
  const app = new Hono().get('/:own', async (c) => {
    const own = c.req.param('own') === 'own' ? c : null
    return c.json(await cache.part(own, `a part for ${c.req.param('own')}`, ['catalogue'], make))
  })
  const ask = async (path: string) => (await app.request(path, { headers: { cookie: 'position=999999999999' } })).json()
  expect([await ask('/all'), await ask('/all'), await ask('/own'), await ask('/own')]).toEqual([1, 1, 2, 3])
})

test('what is understood makes answers of its own, whatever its order and spelling', async ({ serve }) => {
  const { cache, made, ask } = serve(100_000)
  expect(await ask('/thing/7?page=2')).toEqual({ text: '7', page: 2 })
  expect(await ask('/thing/7?x=1&page=2')).toEqual({ text: '7', page: 2 })
  expect(await ask('/thing/7?p%61ge=2')).toEqual({ text: '7', page: 2 })
  expect(await ask('/thing/7')).toEqual({ text: '7', page: 1 })
  expect([cache.size, made.length]).toEqual([2, 2])
})

test('the budget holds whatever is asked: what was asked longest ago goes first, and what is too large is not cached', async ({
  serve,
}) => {
  const { cache, made, ask } = serve(40_000, (id) => 'ñ'.repeat(id === 'huge' ? 30_000 : 1000))
  for (let id = 1; id <= 100; id++) {
    await ask(`/thing/${id}`)
    await ask('/thing/1')
    expect(cache.bytes).toBeLessThanOrEqual(40_000)
  }
  await ask('/thing/huge')
  await ask('/thing/huge')
  expect(made.filter((id) => id === 'huge')).toHaveLength(2)
  await ask('/thing/100')
  expect(made.filter((id) => id === '1' || id === '100')).toEqual(['1', '100'])
  await ask('/thing/2')
  expect(made.filter((id) => id === '2')).toHaveLength(2)
})

test('who asks while an answer is made waits for it; who asks after a change does not get it', async ({
  core,
  serve,
}) => {
  const { cache, made, ask } = serve(100_000)
  await Promise.all(Array.from({ length: 20 }, () => ask('/thing/7')))
  expect(made).toEqual(['7'])
  core.notifications.publish({ checkpoints: {}, changed: ['catalogue'] })
  expect(cache.size).toBe(0)
  const early = ask('/thing/7')
  await new Promise((resolve) => setImmediate(resolve))
  core.notifications.publish({ checkpoints: {}, changed: ['catalogue'] })
  await Promise.all([early, ask('/thing/7'), ask('/thing/7')])
  expect(made).toEqual(['7', '7', '7'])
  expect(cache.size).toBe(1)
})

test('an answer that fails, fails for all who wait, and is made again for the next', async ({ serve }) => {
  let isBroken = true
  const { made, ask } = serve(100_000, (id) => {
    if (isBroken) throw new Error('no database')
    return id
  })
  const asked = await Promise.allSettled([ask('/thing/7'), ask('/thing/7')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask('/thing/7')).toEqual({ text: '7', page: 1 })
  expect(made).toEqual(['7', '7'])
})

test('an answer goes when rows that it shows change, and with no others; of any row if nobody says which', async ({
  core,
}) => {
  const cache = new ResponseCache(core)
  const made: string[] = []
  const app = new Hono().get('/thing/:id', async (c) => {
    const { id } = c.req.param()
    const shows = ({ json }: { json: { id: number } }) => [`catalogue ${json.id}`, `users ${100 + json.id}`] as const
    const make = async () => {
      made.push(id)
      await core.pool.query('select 1')
      return { json: { id: Number(id) } }
    }
    return cache.answer(c, questionOf(`/thing/${id}`), shows, make)
  })
  const askAll = async () => {
    made.length = 0
    for (const id of [1, 2, 3]) await app.request(`/thing/${id}`)
    return made.join()
  }
  const tell = (name: string, keys?: number[]) =>
    core.notifications.publish({ checkpoints: {}, changed: [name], ...(keys && { keys: { [name]: keys } }) })
  expect(await askAll()).toBe('1,2,3')
  tell('catalogue', [2, 7])
  tell('reviews', [1, 2, 3])
  expect(await askAll()).toBe('2')
  tell('users', [101, 3])
  expect(await askAll()).toBe('1')
  tell('users')
  expect(await askAll()).toBe('1,2,3')
  tell('catalogue', [])
  expect(await askAll()).toBe('')
  // What changes while an answer is made is not cached if it shows it.
  tell('catalogue', [1, 2])
  const early = [1, 2].map(async (id) => app.request(`/thing/${id}`))
  await new Promise((resolve) => setImmediate(resolve))
  tell('catalogue', [1])
  await Promise.all(early)
  expect(await askAll()).toBe('1')
})
