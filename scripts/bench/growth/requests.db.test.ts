// The benchmark of requests on long histories, on short ones: it runs, and no call fails. What it finds of times is for a quiet machine.
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { addItemToCart } from '#backend/commands/cart.ts'
import { modifyProduct } from '#backend/commands/products/products.ts'
import { createPool } from '#backend/db/database.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { type StreamOf, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { rebuild } from '#backend/eventstore/projections/rebuild.ts'
import { findProductView } from '#backend/http/routes/product/product-views.ts'
import { catalogueProjection } from '#backend/readmodels/catalogue/catalogue.projection.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { reviewsProjection } from '#backend/readmodels/reviews/reviews.projection.ts'
import type { Core } from '#backend/shop.ts'
import { test as coreTest } from '#backend/testing/core-fixture.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { createDatabase, test as databaseTest } from '#scripts/testing/database.ts'
import { type BuyersCall, callsOf, fillOrders } from './buyer.ts'
import { fillLog } from './fill-log.ts'
import { append, context, details, makeProduct, manyReviews } from './long-lives.ts'
import { measureRequests } from './requests.ts'

test('[CORE-05 partial] adding to a long cart and restocking beside sales are measured, and none of them fails', async () => {
  const { databaseUrl, drop } = await createDatabase()
  try {
    const findings = await measureRequests(databaseUrl, { cart: 300, stock: 300 }, { rounds: 2, ms: 60 })
    expect(findings.map(({ what }) => what)).toEqual([
      'add to cart after 300 events',
      'restock with 300 stock events under 30 sales/s',
    ])
    for (const { figure } of findings) expect(figure).toMatch(/ratio of p50 [\d.]+ .*, 0 failed$/)
  } finally {
    await drop()
  }
})

/** Events at the end of the log and of a stream that is there, as an older release wrote them. data: SQL that may use n, which counts from 1. */
async function lengthen(
  owner: pg.Pool,
  { stream, events, types, data }: { stream: StreamOf<typeof shopLog>; events: number; types: string[]; data: string },
): Promise<void> {
  await owner.query(
    `insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
     select head + n, s.id, s.version + n, t.id, 1, ${data}, '{"actor":"operator","cause":"Test","correlation":"x"}', '2026-01-01'
     from generate_series(1, $2::int) n join es.event_types t on t.name = ($3::text[])[1 + n % cardinality($3::text[])],
       es.streams s, (select max(pos) as head from es.events) e where s.id = $1`,
    [streamUuid(shopLog, stream), events, types],
  )
  await owner.query('update es.streams set version = version + $2 where id = $1', [streamUuid(shopLog, stream), events])
}

type Cost = { statements: number; rows: number }

/** Statements that a call sends to the database, and the rows that come back, but for the sign of life of the listener, which may fall into a call that takes long. */
async function costOf(call: () => Promise<unknown> | undefined): Promise<Cost> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const row = vi.spyOn(pg.Result.prototype as unknown as { addRow(row: unknown): void }, 'addRow')
  try {
    await call()
    const texts = query.mock.calls.map(([first]) => String((first as { text?: string }).text ?? first))
    const isSignOfLife = (result: unknown) => (result as pg.Result).fields[0]?.name === '?column?'
    const rows = row.mock.contexts.filter((result) => !isSignOfLife(result)).length
    return { statements: texts.filter((text) => text !== 'select 1').length, rows }
  } finally {
    query.mockRestore()
    row.mockRestore()
  }
}

function expectNoMore(long: Cost, brief: Cost): void {
  expect(long.statements).toBeGreaterThan(0)
  expect(long.statements).toBeLessThanOrEqual(brief.statements)
  expect(long.rows).toBeLessThanOrEqual(brief.rows)
}

async function compareCarts(core: Core, owner: pg.Pool): Promise<void> {
  const line = { productId: await makeProduct(core), quantity: 1 }
  const add = (userId: number) => addItemToCart(core.store, context, { userId, ...line })
  const fill = async (userId: number, events: number) => {
    await add(userId)
    const data = `json_build_object('userId', ${userId}, 'productId', ${line.productId}, 'quantity', 1)`
    await lengthen(owner, { stream: `cart-${userId}`, events, types: ['ItemAddedToCart'], data })
    await add(userId) // reads all of it, and closes its books
  }
  await fill(1, 10)
  await fill(2, 50_000)
  expectNoMore(await costOf(() => add(2)), await costOf(() => add(1)))
}

async function compareRestocks(core: Core, owner: pg.Pool): Promise<void> {
  const [brief, long] = [await makeProduct(core), await makeProduct(core)]
  for (const [productId, events] of [
    [brief, 10],
    [long, 200_000],
  ] as const) {
    const data = `json_build_object('productId', ${productId}, 'orderId', 1, 'quantity', 1)`
    await lengthen(owner, { stream: `stock-${productId}`, events, types: ['StockReleased', 'StockHeld'], data })
  }
  const sell = (productId: number) => {
    const event = { type: 'StockHeld' as const, data: { productId, orderId: 7, quantity: 1 } }
    return append(core, { stream: `stock-${productId}`, expected: null, events: [event] })
  }
  let units = 500
  const restock = (productId: number, unitsSeen?: number) => {
    const change = { productId, details, priceCents: 100, isActive: true, units: ++units, unitsSeen }
    return modifyProduct(core.store, context, change)
  }
  for (const unitsSeen of [400, undefined]) {
    await Promise.all([sell(brief), sell(long)])
    expectNoMore(await costOf(() => restock(long, unitsSeen)), await costOf(() => restock(brief, unitsSeen)))
  }
  // Sales that come in at the same time make none of them fail.
  const sales = Array.from({ length: 30 }, () => sell(long))
  await Promise.all([...sales, restock(long, 400), restock(long), restock(long, 400)])
}

databaseTest(
  '[CORE-05 partial] a cart of 50,000 past events is added to, and a stock of 200,000 restocked while it is sold, with no more statements and rows than after ten',
  async ({ databaseUrl }) => {
    await using opened = new AsyncDisposableStack()
    const core = await openCoreUnderTest(databaseUrl, opened)
    const owner = createPool(databaseUrl, { as: 'owner', max: 1, name: 'test', limits: false })
    opened.defer(() => owner.end())
    await compareCarts(core, owner)
    await compareRestocks(core, owner)
  },
)

coreTest(
  'a buyer of 2,000 orders asks for and does everything with no more statements and rows than one of twenty',
  async ({ core, owner }) => {
    const productId = await makeProduct(core)
    const buyers = [
      { userId: await core.store.nextId('user'), orders: 2000 },
      { userId: await core.store.nextId('user'), orders: 20 },
    ]
    const calls = []
    for (const { userId, orders } of buyers) {
      await fillOrders(core, userId, productId, orders)
      const all = callsOf(core, userId, productId)
      await all['add to cart']() // reads the cart whole, and closes its books
      await all.review()
      calls.push(all)
    }
    await openProjections(owner, core.store, projections)
    const [many, few] = calls
    for (const name of Object.keys(many ?? {}) as BuyersCall[]) {
      await few?.[name]() // opens the sessions
      expectNoMore(await costOf(() => many?.[name]()), await costOf(() => few?.[name]()))
    }
  },
)

coreTest(
  'a product with 1,000 reviews has a row of the catalogue and a page as small as one with twenty: a sale rewrites no more',
  async ({ core, owner }) => {
    const [many, few] = [await makeProduct(core), await makeProduct(core)]
    await fillLog(core, manyReviews(many, 1000))
    await fillLog(core, manyReviews(few, 20))
    await openProjections(owner, core.store, projections)
    for (const projection of [catalogueProjection, reviewsProjection])
      await rebuild({ pool: owner, store: core.store, projection })
    const sizeOf = async (id: number) => {
      const { rows } = await owner.query<{ row: number; reviews: number }>(
        'select pg_column_size(c.*) as row, rating_count as reviews from rm.catalogue c where product_id = $1',
        [id],
      )
      return { ...rows[0], page: JSON.stringify(await findProductView(core.db, id)).length }
    }
    const [large, small] = [await sizeOf(many), await sizeOf(few)]
    expect([large.reviews, small.reviews]).toEqual([1000, 20])
    expect(large.row).toBeLessThan(1.1 * (small.row ?? 0))
    expect(large.page).toBeLessThan(1.1 * small.page)
  },
)
