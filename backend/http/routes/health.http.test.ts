// Health is about the process; ready is about database and projections too.
import pg from 'pg'
import { expect } from 'vitest'
import { banUser, reinstateUser } from '#backend/commands/account/ban-user.ts'
import { openShop, signedIn } from '#backend/testing/shop-fixture.ts'
import { createDatabase, test } from '#scripts/testing/database.ts'

test('[OPS-08] health is 200 throughout; ready is 200 only with the database there and the projections caught up', async () => {
  const { databaseUrl, drop } = await createDatabase()
  const shop = await openShop(databaseUrl)
  const visitor = shop.client()
  const both = async () => [(await visitor.get('/api/health')).status, (await visitor.get('/api/ready')).status]
  try {
    const person = await signedIn(shop)
    await expect.poll(both).toEqual([200, 200])

    // While another session holds a read model's table, its projection falls behind.
    const holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table rm.users in access exclusive mode')
    const context = { actor: 'operator', correlation: 'test' } as const
    for (let n = 0; n < 60; n++) {
      const { store } = shop.core
      await banUser(store, context, { userId: person.id, reason: null })
      await reinstateUser(store, context, person.id)
    }
    expect(await both()).toEqual([200, 503])
    expect((await visitor.get('/api/ready')).body).toEqual({ status: 'starting' })
    await holder.query('rollback')
    await holder.end()
    await expect.poll(both, { timeout: 10_000 }).toEqual([200, 200])

    await drop()
    expect(await both()).toEqual([200, 503])
  } finally {
    await shop.stop()
    await drop()
  }
})
