// A shop that must not get demo data.
import { expect } from 'vitest'
import { makeProduct, openShop, signedIn } from '#backend/testing/shop-fixture.ts'
import { test } from '#scripts/testing/database.ts'

test('[OPS-07] an empty database with DEMO=0 stays empty, and one with data gets nothing more where DEMO is unset', async ({
  databaseUrl,
}) => {
  const empty = await openShop(databaseUrl, { env: { DEMO: '0' } })
  expect(await empty.core.store.head()).toBe(0)
  expect((await empty.client().get('/api/product')).body).toEqual([])
  const productId = await makeProduct(await signedIn(empty, { admin: true }))
  const head = await empty.core.store.head()
  await empty.stop()

  const unset = await openShop(databaseUrl, { env: { DEMO: undefined } })
  try {
    expect(unset.config.demo).toBe(true)
    expect(await unset.core.store.head()).toBe(head)
    expect((await unset.client().get('/api/product')).body).toMatchObject([{ id: productId }])
  } finally {
    await unset.stop()
  }
})
