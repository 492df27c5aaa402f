// Health is about the process; ready is about whether it has started and reaches its database.
import { Hono } from 'hono'
import { expect } from 'vitest'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { withLease } from '#backend/eventstore/projections/rebuild.ts'
import { additions, openOwnerPool } from '#backend/testing/core-fixture.ts'
import { openShop } from '#backend/testing/shop-fixture.ts'
import { clientOf } from '#scripts/testing/client.ts'
import { createDatabase, test } from '#scripts/testing/database.ts'
import { healthRoutes } from './health.routes.ts'

test('whoever asks whether it is ready while somebody is asking waits for the same question; one that hangs is not waited for twice', async () => {
  let [asked, answer] = [0, () => {}]
  const reachDatabase = () => {
    asked++
    return new Promise<void>((done) => {
      answer = done
    })
  }
  const app = new Hono().route('/', healthRoutes({ stage: () => 'serving', reachDatabase }))
  const crowd = Promise.all(Array.from({ length: 50 }, async () => app.request('/ready')))
  await expect.poll(() => asked).toBe(1)
  answer()
  expect(new Set((await crowd).map(({ status }) => status))).toEqual(new Set([200]))
  expect(asked).toBe(1)
  expect((await app.request('/ready')).status).toBe(503)
  const again = app.request('/ready')
  await expect.poll(() => asked).toBe(3)
  answer()
  expect((await again).status).toBe(200)
})

test('[OPS-08] health is 200 throughout; ready is 200 only with the database there and the projections caught up at the start', async () => {
  const { databaseUrl, drop } = await createDatabase()
  const owner = openOwnerPool(databaseUrl)
  const port = String(await freePort())
  const visitor = clientOf(`http://127.0.0.1:${port}`)
  const both = async () => [
    (await visitor.get('/api/health').catch(() => null))?.status,
    (await visitor.get('/api/ready').catch(() => null))?.status,
  ]
  const earlier = await openShop(databaseUrl)
  await earlier.core.store.append(additions(1, null))
  await earlier.stop()

  // A read model of an older version is made anew before the process counts as started; here another one does it for a while.
  await owner.query("update es.subscriptions set version = 0 where name = 'carts'")
  let starting: ReturnType<typeof openShop> | undefined
  await withLease(owner, 'carts', async () => {
    starting = openShop(databaseUrl, { env: { PORT: port } })
    await expect.poll(both).toEqual([200, 503])
    expect((await visitor.get('/api/ready')).body).toEqual({ status: 'starting' })
  })
  const shop = await starting
  try {
    expect(await both()).toEqual([200, 200])
    await owner.end()
    await drop()
    expect(await both()).toEqual([200, 503])
    expect((await visitor.get('/api/ready')).body).toEqual({ status: 'database away' })
  } finally {
    await shop?.stop()
    await drop()
  }
})
