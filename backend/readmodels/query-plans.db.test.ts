// The shop's hot queries on tables of a shop of some years: each goes by its index, none reads or sorts a whole table.
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { describe, expect } from 'vitest'
import { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import { keyText, type RowKey } from '#backend/eventstore/projections/projection.ts'
import { deleteRows, readRows } from '#backend/eventstore/projections/row-writer.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { findProducts, listProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import { panelProducts, panelReviewed } from '#backend/readmodels/catalogue/panel-products.queries.ts'
import { listActive } from '#backend/readmodels/catalogue/sitemap.queries.ts'
import { openDatabase } from '#backend/readmodels/database.ts'
import { listOpenCheckouts, listOverdueOrders } from '#backend/readmodels/orders/due-orders.queries.ts'
import { findOrder, listOrdersOf } from '#backend/readmodels/orders/orders.queries.ts'
import { panelOrders } from '#backend/readmodels/orders/panel-orders.queries.ts'
import {
  findProductsOverview,
  findReviewsOverview,
  findSalesOverview,
} from '#backend/readmodels/overview/overview.queries.ts'
import { purchasesProjection } from '#backend/readmodels/purchases/purchases.projection.ts'
import type { Reads } from '#backend/readmodels/read-gate.ts'
import { reviewsProjection } from '#backend/readmodels/reviews/reviews.projection.ts'
import { listReviews, listReviewsBy } from '#backend/readmodels/reviews/reviews.queries.ts'
import { fillTables, manyRows } from '#backend/readmodels/testing/many-rows.ts'
import { isWhole, plansOf } from '#backend/readmodels/testing/query-plans.ts'
import { findUser, panelUsers } from '#backend/readmodels/users/users.queries.ts'
import type { Core } from '#backend/shop.ts'
import { additions, test as coreTest } from '#backend/testing/core-fixture.ts'
import { listDeletedReviews } from './reviews/deleted-reviews.queries.ts'

const test = coreTest.extend('filled', { scope: 'file' }, async ({ core, owner }) => {
  await fillTables(owner, core.store)
  return core
})

/** Name, the indexes that must be used (without the generation in their names), what sends the query. */
const queries: readonly [name: string, indexes: readonly string[], work: (core: Core) => Promise<unknown>][] = [
  ['a page of the log', ['events_pkey'], ({ store }) => store.readAfter(manyRows / 2, 2000)],
  [
    'the events of some types',
    ['events_pkey'],
    ({ store }) => store.readConcerning(1000, 1500, new SubscriptionFilter(store, ['UserRegistered'])),
  ],
  ['the head of the log', ['events_pkey'], ({ store }) => store.head()],
  ['the guarded stock', ['guards_pkey'], ({ store }) => store.readGuarded([3, 4, 5])],
  ['the command of a refused append', ['commands_pkey'], refused],
  ['the version of a stream', ['streams_pkey'], ({ store }) => store.versionOf('user-7')],
  ['a session', ['sessions_pkey'], ({ sessions }) => sessions.find('nobody')],
  ['an account', ['users_pkey'], ({ db }) => findUser(db, 7)],
  ['products by id', ['catalogue_pkey'], ({ db }) => findProducts(db, [3, 4, 5])],
  ['the second part of the sitemap', ['catalogue_pkey'], ({ db }) => listActive(db, { from: 10_000, most: 10_000 })],
  [
    'products by a part of their name',
    ['catalogue_search'],
    ({ db }) => listProducts(db, { all: true, page: 1, name: 'c4ca42' }),
  ],
  ...panelLists(),
  ['an order', ['orders_pkey'], ({ db }) => findOrder(db, 7, new Date())],
  ['the orders of an account', ['orders_of_user'], ({ db }) => listOrdersOf(db, 7, 1)],
  ['orders whose hold is over', ['orders_open'], ({ db }) => listOverdueOrders(db, new Date())],
  ['open checkouts', ['orders_by_state', 'orders_unpaid'], ({ db }) => listOpenCheckouts(db, new Date(), 1000)],
  [
    'the sales of the panel',
    [
      'daily_figures_pkey',
      'orders_by_state',
      'orders_withdrawn',
      'orders_refund_waits',
      'orders_receipts',
      'payments_aside_open',
    ],
    ({ db }) => findSalesOverview(db, new Date()),
  ],
  ['what sells', ['product_sales_pkey'], ({ db }) => findProductsOverview(db, new Date())],
  [
    'the newest reviews of all',
    ['daily_figures_pkey', 'reviews_latest'],
    ({ db }) => findReviewsOverview(db, new Date()),
  ],
  [
    'the newest reviews of some products',
    ['reviews_newest', 'purchases_pkey'],
    ({ db }) => listReviews(db, [7, 8], { most: 20 }),
  ],
  ['the reviews of an account', ['reviews_by_author', 'catalogue_pkey'], ({ db }) => listReviewsBy(db, 7)],
  [
    'the deleted reviews of a product',
    ['deleted_reviews_of_product'],
    ({ db }) => listDeletedReviews(db, { productId: 7 }),
  ],
  [
    'the deleted reviews of an account',
    ['deleted_reviews_of_author'],
    ({ db }) => listDeletedReviews(db, { userId: 7 }),
  ],
  [
    'a page of the reviews with a score',
    ['reviews_best'],
    ({ db }) => listReviews(db, [7], { most: 20, from: 20, score: 5 }),
  ],
  [
    'a page of the reviews, the worst first',
    ['reviews_newest_by_score'],
    ({ db }) => listReviews(db, [7], { most: 20, from: 20, order: 'worst' }),
  ],
  [
    'a page of the reviews, the best first',
    ['reviews_best'],
    ({ db }) => listReviews(db, [7], { most: 20, from: 20, order: 'best' }),
  ],
]

/** Each list of the panel in each of its orders, a later page of it, and some of its filters. */
function panelLists(): (typeof queries)[number][] {
  const products = { id: 'pkey', name: 'all_by_name', price: 'all_by_price', stock: 'all_by_stock' }
  const reviewed = { id: 'reviewed', reviews: 'reviewed_by_count', rating: 'reviewed_by_rating' }
  const orders = { id: 'pkey', placedAt: 'by_day', total: 'by_total' }
  const keys = <Field extends string>(of: Record<Field, string>) => Object.keys(of) as Field[]
  const page = 20
  const of = (name: string, index: string, work: (core: Core) => Promise<unknown>): (typeof queries)[number] => [
    `the panel's ${name}`,
    [index],
    work,
  ]
  return [
    ...keys(products).map((sort) =>
      of(`products by ${sort}`, `catalogue_${products[sort]}`, ({ db }) => panelProducts.page(db, { page, sort })),
    ),
    ...keys(reviewed).map((sort) =>
      of(`reviewed by ${sort}`, `catalogue_${reviewed[sort]}`, ({ db }) => panelReviewed.page(db, { page, sort })),
    ),
    ...keys(orders).map((sort) =>
      of(`orders by ${sort}`, `orders_${orders[sort]}`, ({ db }) => panelOrders.page(db, { page, sort: `-${sort}` })),
    ),
    of('orders in a state', 'orders_by_state', ({ db }) => panelOrders.page(db, { page: 1, state: 'prepared' })),
    [
      "the panel's orders of the buyers who are called so",
      ['users_name', 'orders_of_user'],
      ({ db }) => panelOrders.page(db, { page: 1, q: 'persona 123' }),
    ],
    of('orders of some days', 'orders_by_day', ({ db }) => {
      const [from, to] = ['2026-11-20', '2026-11-21']
      return panelOrders.page(db, { page: 1, sort: 'placedAt', from, to })
    }),
    of('accounts by e-mail', 'users_email', ({ db }) => panelUsers.page(db, { page: 1, q: '7@gamertech.test' })),
    of('accounts by a part of the name', 'users_name', ({ db }) => panelUsers.page(db, { page: 1, q: 'persona 123' })),
  ]
}

async function refused({ store }: Core): Promise<void> {
  await store.append(additions(9_999_999, 5)).catch(() => undefined)
}

describe('goes by its index', () => {
  test.for(queries)('%s', async ([, indexes, work], { filled, owner }) => {
    const plans = await plansOf(owner, () => work(filled))
    expect(plans.filter(isWhole)).toEqual([])
    const used = new Set(plans.flatMap((node) => node['Index Name']?.replace(/__\d+_/, '_') ?? []))
    for (const index of indexes) expect([...used]).toContain(index)
  })
})

test('accounts are read in each order by its index; how many there are is counted by all of them', async ({
  filled,
  owner,
}) => {
  for (const [sort, index] of [
    ['id', 'pkey'],
    ['-name', 'by_name'],
    ['createdAt', 'by_creation'],
  ] as const) {
    const plans = await plansOf(owner, () => panelUsers.page(filled.db, { page: 20, sort }))
    const used = plans.flatMap((node) => node['Index Name']?.replace(/__\d+_/, '_') ?? [])
    expect(used).toContain(`users_${index}`)
  }
})

test.for([cartsProjection, purchasesProjection, reviewsProjection])(
  'the pump finds the rows of a small table of $name by their keys',
  async (projection, { filled, owner }) => {
    const table = `rm.small_${projection.name}`
    const key = projection.primaryKey.join(', ')
    await owner.query(`create table ${table} as select * from rm.${projection.name} order by ${key} limit 3000`)
    await owner.query(`alter table ${table} add primary key (${key})`)
    await owner.query(`grant select, delete on ${table} to gamertech_app; analyze ${table}`)
    const { rows: keys } = await owner.query<RowKey>(`select ${key} from ${table} order by ${key} desc limit 5`)
    const rows = new Map(keys.map((row) => [keyText(projection, row), { key: row, row: null }]))
    const target = { projection, table }
    const found = await onClient(filled, (client) => readRows(client, target, keys))
    expect([...found.keys()].toSorted()).toEqual([...rows.keys()].toSorted())
    const read = () => onClient(filled, (client) => readRows(client, target, keys))
    const remove = () => onClient(filled, (client) => deleteRows(client, target, rows))
    for (const work of [read, remove]) {
      const plans = await plansOf(owner, work)
      expect(plans.filter(isWhole)).toEqual([])
      expect(plans.map((node) => node['Index Name'])).toContain(`small_${projection.name}_pkey`)
    }
  },
)

async function onClient<T>({ pool }: Core, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

test('a query without an index is seen', async ({ filled, owner }) => {
  const search = () => filled.pool.query('select * from rm.orders where reference = $1', ['7-x'])
  const sort = () => filled.pool.query('select * from rm.orders order by reference desc limit 5')
  expect((await plansOf(owner, search)).filter(isWhole)).not.toEqual([])
  expect((await plansOf(owner, sort)).filter(isWhole)).not.toEqual([])
})

const openUntyped = (reads: Reads) => openDatabase(reads) as unknown as Kysely<Record<string, Record<string, unknown>>>

test('rows that are asked for at one moment are read by one statement: each gets his own, and nobody is harmed by the question of another', async ({
  owner,
}) => {
  await owner.query('create or replace view rm.units as select id, id % 3 as kind from generate_series(1, 9) id')
  const sent: string[] = []
  const units = openUntyped({
    query: (asked) => {
      sent.push(asked.text)
      return owner.query(asked)
    },
  }).selectFrom('rm.units')
  const find = async (column: string, operator: '=' | 'in', value: unknown) =>
    (await units.selectAll().where(column, operator, value).execute()).map(({ id }) => id)
  const byId = (id: unknown) => find('id', '=', id)
  expect(await Promise.all([1, 2, 2, 40].map(byId))).toEqual([[1], [2], [2], []])
  expect(await Promise.all([[3, 1, 3], [2], []].map((ids) => find('id', 'in', ids)))).toEqual([[3, 1], [2], []])
  expect(await Promise.all([0, 1].map((kind) => find('kind', '=', kind)))).toEqual([
    [3, 6, 9],
    [1, 4, 7],
  ])
  expect(sent).toHaveLength(3)
  const answers = await Promise.allSettled([byId(1), byId('x'), byId(3)])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.status))).toEqual([
    [1],
    'rejected',
    [3],
  ])
})

test('a row by its key is planned once a session, and read as well when a newer release has given its view a column', async ({
  owner,
}) => {
  const view = (columns: string) =>
    `create or replace view rm.things as select ${columns} from generate_series(1, 3) id`
  await owner.query(view('id'))
  const things = openUntyped(owner).selectFrom('rm.things').selectAll()
  const text = 'select * from "rm"."things" where "id" = any($1)'
  const find = () => things.where('id', '=', 2).execute()
  for (let times = 0; times < 2; times++) expect(await find()).toEqual([{ id: 2 }])
  const planned = 'select generic_plans + custom_plans as plans from pg_prepared_statements where statement = $1'
  expect((await owner.query(planned, [text])).rows).toEqual([{ plans: 2 }])
  await owner.query(view("id, 'x' as name"))
  for (let times = 0; times < 2; times++) expect(await find()).toEqual([{ id: 2, name: 'x' }])
})
