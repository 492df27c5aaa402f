// A row that another session keeps locked is the trouble of those who need it, and of nobody else.
import { expect } from 'vitest'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { expectProblem } from '#backend/http/testing/api-fixture.ts'
import { after, percentile, timesOf, usual } from '#backend/http/testing/under-load.ts'
import { additions, openOwnerPool } from '#backend/testing/core-fixture.ts'
import { makeProduct, signedIn, test } from '#backend/testing/shop-fixture.ts'

/** In milliseconds: how long the row is held, and how long the usual is measured. */
const [heldMs, usualMs] = [30_000, 3000]

test('[CORE-01] while a stream is locked for 30 s the others keep their pace, and who needs it is told to come back', {
  timeout: 120_000,
}, async ({ shop }) => {
  const admin = await signedIn(shop, { admin: true })
  const [buyer, productId] = [await signedIn(shop), await makeProduct(admin)]
  const { store } = shop.core
  const put = () =>
    buyer.post('/api/cart/addproducttocart', { userId: buyer.id, productId: { id: productId, quantity: 1 } })
  expect((await put()).status).toBe(200)
  const others = Array.from({ length: 8 }, (_, n) => () => store.append(additions(9000 + n, null)))
  const before = await timesOf(others, after(usualMs))

  const owner = openOwnerPool(shop.databaseUrl)
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('select from es.streams where id = $1 for update', [streamUuid(store.log, `cart-${buyer.id}`)])
  const isOver = after(heldMs)
  const asking = timesOf(
    [
      async () => {
        const answer = await put()
        if (isOver()) return
        expectProblem(answer, 503, 'overloaded')
        expect(answer.headers.get('retry-after')).toBe('1')
      },
    ],
    isOver,
  )
  const during = await timesOf(others, isOver)
  await holder.query('rollback')
  holder.release()
  await owner.end()
  const waits = await asking
  expect(waits.length).toBeGreaterThan(3)
  expect(waits.at(-1)).toBeLessThan(10_000)

  const afterwards = await timesOf(others, after(usualMs))
  const longest = 3 * usual(percentile(before, 0.01), percentile(afterwards, 0.01))
  expect(percentile(during, 0.01)).toBeLessThan(longest)
  expect((await put()).status).toBe(200)
})
