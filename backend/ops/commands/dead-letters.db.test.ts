// What stands still in a shop that has sold: which streams each row is said to come from, and an account that cannot be read.
import { expect } from 'vitest'
import { firstPriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import { detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { attribute } from '#backend/domain/testing/schema-fixtures.ts'
import { type StreamName, streamName, streamRange, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { plantEvent } from '#backend/eventstore/testing/planted-event.ts'
import { plantFailedJob } from '#backend/jobs/testing/failed-job.ts'
import { sellInAllWays } from '#backend/ops/testing/busy-shop-fixture.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { openPurchaseShop } from '#backend/testing/purchase-fixture.ts'
import { seller } from '#backend/testing/seller-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'
import { expectErrors } from '#scripts/testing/error-lines.ts'

const test = databaseTest
  .extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const shop = await openPurchaseShop(databaseUrl)
    onCleanup(() => shop.stop())
    return shop
  })
  .extend('ownerPool', { scope: 'file' }, ({ databaseUrl }, { onCleanup }) => openOwnerPool(databaseUrl, onCleanup))
  .extend('run', ({ shop, ownerPool }) => opsOn({ core: shop.core, ownerPool }))

test('failed jobs are listed, tried again and dropped with a reason, each an event; while there is one, status ends with 1', async ({
  shop,
  run,
}) => {
  expect(await run('jobs', 'list')).toMatchObject({ code: 0, lines: ['No hay trabajos fallidos.'] })
  const plant = () => plantFailedJob(shop.core.pool, 'send-receipt', { orderId: 999_999 })
  const [again, dropped] = [await plant(), await plant()]
  const listed = await run('jobs', 'list')
  expect(listed).toMatchObject({ code: 1, lines: { length: 3, 2: 'Trabajos fallidos: 2.' } })
  expect(listed.text).toMatch(new RegExp(`^${again} send-receipt: 1000 intentos, .*«El servidor no contesta\\.»$`, 'm'))
  expect(await run('status')).toMatchObject({ code: 1, text: expect.stringContaining('Trabajos fallidos, que nadie') })
  const before = await shop.core.store.head()
  expect((await run('jobs', 'drop', dropped)).code).toBe(2)
  expect((await run('jobs', 'drop', dropped, '--reason', 'Se le escribió.')).code).toBe(0)
  expect((await run('jobs', 'retry', again)).code).toBe(0)
  for (const id of [again, dropped, 'x']) expect((await run('jobs', 'retry', id)).code).toBe(1)
  expect((await run('status')).code).toBe(0)
  const { store } = shop.core
  const events = await store.codec.decode(await store.readAfter(before, 10), { unseal: false })
  expect(events.map(({ type, data }) => [type, data])).toMatchObject([
    ['OperationRequested', { act: 'drop-job', target: 'send-receipt', key: dropped, reason: 'Se le escribió.' }],
    ['OperationEnded', { outcome: 'done' }],
    ['OperationRequested', { act: 'retry-job', target: 'send-receipt', key: again }],
    ['OperationEnded', { outcome: 'done' }],
  ])
})

async function changeSettings(admin: Client): Promise<void> {
  await admin.post('/api/panel/synonyms', { lines: ['gpu, placa de video'] })
  await admin.post('/api/panel/delivery', { revision: 0, ranges: [], freeFrom: 1 })
  const schema = { category: 'Periféricos', revision: 0, attributes: [attribute('cable', { label: 'Cable' })] }
  expect((await admin.post('/api/panel/schemas', schema)).status).toBe(200)
  const { hasAccount: _, ...transfer } = (await admin.get('/api/panel/transfer')).body
  await admin.post('/api/panel/transfer', { ...transfer, holdHours: 30 })
  const prices = { ...firstPriceSettings, daysBeforePercent: 3, revision: 0 }
  expect((await admin.post('/api/panel/prices', prices)).status).toBe(200)
  const { revision } = (await admin.get('/api/panel/seller')).body
  const who = { ...detailsOf(seller), phone: '0800 555 0102', revision }
  expect((await admin.post('/api/panel/seller', who)).status).toBe(200)
}

test('the streams that a row is taken back from are those of all its events', async ({ shop }) => {
  const { paid } = await sellInAllWays(shop)
  const review = { productId: paid.buyer.products[0], reviewId: paid.buyer.id }
  expect((await shop.admin.post('/api/product/deletereviewscore', review)).status).toBe(200)
  await changeSettings(shop.admin)
  const { store } = shop.core
  const events = await store.codec.decode(await store.readAfter(0, 10_000), { unseal: false })
  const told = (projections as readonly Projection[]).filter(({ streams }) => streams !== 'any')
  const names = [
    'catalogue',
    'carts',
    'orders',
    'reviews',
    'users',
    'synonyms',
    'schemas',
    'delivery',
    'seller',
    'price_settings',
    'transfer',
    'payments_aside',
    'deleted_reviews',
  ]
  expect(told.map(({ name }) => name)).toEqual(names)
  for (const { streams, ...projection } of told) {
    if (streams === 'any') continue
    const handled = events.filter(({ type }) => projection.eventTypes.includes(type))
    expect(handled, projection.name).not.toEqual([])
    for (const event of handled)
      for (const key of projection.keys(event)) {
        const ranges = streams(key).map((pattern) => streamRange(shopLog, pattern))
        const uuid = streamUuid(shopLog, event.stream as `order-${number}`)
        const isIn = ranges.some(
          ({ first, last }) => streamName(shopLog, first) === event.stream || (first <= uuid && uuid <= last),
        )
        expect(isIn, `${projection.name}: ${event.type} of ${event.stream}`).toBe(true)
      }
  }
})

test('an account that cannot be read stands still in its read model and in the jobs; others are served; it is listed, tried and skipped', async ({
  shop,
  ownerPool,
  run,
}) => {
  const [person, other] = [await signedIn(shop), await signedIn(shop)]
  const stream: StreamName = `user-${person.id}`
  expectErrors(/newer than this code/)
  const position = await plantEvent(ownerPool, { stream, type: 'UserReinstated', version: 9, data: {} }, shopLog)
  await expect.poll(async () => (await run('dead-letters', 'list')).lines.length).toBe(3)
  const listed = await run('dead-letters', 'list')
  const why = `posición ${position}, 1 evento en espera: «UserReinstated is of version 9, newer than this code»`
  expect(listed).toMatchObject({
    code: 1,
    lines: [`jobs, stream ${stream}: ${why}`, `users, stream ${stream}: ${why}`, 'Apartados: 2.'],
  })
  expect((await run('status')).text).toContain('users (1 evento apartado), jobs (1 evento apartado)')
  expect((await person.get(`/api/cart/${person.id}`)).status).toBe(503)
  expect((await other.get(`/api/cart/${other.id}`)).status).toBe(200)
  for (const name of ['jobs', 'users']) {
    expect((await run('dead-letters', 'retry', name)).text).toContain(
      `Sigue apartado: stream ${stream}, posición ${position}`,
    )
    const skipped = await run('dead-letters', 'skip', name, stream, String(position), '--reason', 'escrito a mano')
    expect(skipped).toMatchObject({
      code: 0,
      text: `Omitido para siempre: posición ${position} de ${stream} en ${name}.\nRecuperado: ${stream}\n`,
    })
  }
  expect(await run('dead-letters', 'list', 'jobs')).toMatchObject({ code: 0, text: 'No hay nada apartado.\n' })
})
