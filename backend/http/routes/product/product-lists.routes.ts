// /api/product: the specification's product lists, a thousand rows at a time.
import { type Context, Hono } from 'hono'
import { listQuery } from '#backend/domain/list.contract.ts'
import { categoriesAnswer, productsAnswer } from '#backend/domain/product/catalogue.contract.ts'
import { searchQuery, sortCriteria } from '#backend/domain/product/product.contract.ts'
import type { directions, sortFields } from '#backend/domain/product/product.limits.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { listHeaders } from '#backend/http/middleware/list-page.ts'
import { questionOf } from '#backend/http/middleware/response-cache.ts'
import { listCategories, listProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { withReviews } from './product-views.ts'

const list = { returns: productsAnswer, cached: true, rate: 'list' } as const
const calls = {
  all: {
    does: 'All products by id, a thousand at a time; active ones only, except for the staff who read the catalogue.',
    ...list,
  },
  search: { does: 'Products whose name contains a text.', ...list },
  sort: { does: 'The active products by name or price.', ...list },
  categories: { does: 'The categories that have products.', returns: categoriesAnswer },
} satisfies Record<string, Call>

const shown = ['catalogue', 'reviews', 'users', 'purchases'] as const

type Wanted = {
  path: string
  page: number
  name?: string
  sort?: { sort: (typeof sortFields)[number]; direction: (typeof directions)[number] }
}

/** Staff see all products, except in a sorted list; others see active ones. */
async function answerList(c: Context<ApiEnv>, wanted: Wanted) {
  const { session, shop } = c.var
  const { db, cache } = shop
  if (session && may(session, 'catalogue:read') && !wanted.sort) {
    const { json, headers } = await find(db, wanted, true)
    return c.json(json, 200, headers)
  }
  const { path, page, name, sort } = wanted
  const query = { name, ...sort, page: page > 1 ? page : undefined }
  // POST results must not be cached under an address.
  const question = questionOf(sort ? `POST ${path}` : path, query)
  return cache.answer(c, question, shown, () => find(db, wanted, false))
}

export const productListRoutes = new Hono<ApiEnv>()
  .get('/', allow('optional', calls.all, { query: listQuery }), async (c) =>
    answerList(c, { path: '/api/product', page: c.req.valid('query').page }),
  )
  .get('/search', allow('optional', calls.search, { query: searchQuery }), async (c) => {
    const { name, page } = c.req.valid('query')
    return answerList(c, { path: '/api/product/search', name, page })
  })
  .post('/sort', allow('optional', calls.sort, { query: listQuery, json: sortCriteria }), async (c) => {
    const { field: sort, direction } = c.req.valid('json')
    const { page } = c.req.valid('query')
    return answerList(c, { path: '/api/product/sort', page, sort: { sort, direction } })
  })
  .get('/getcategories/all', allow('optional', calls.categories), async (c) =>
    c.json(await listCategories(c.var.shop.db), 200),
  )

async function find(db: Database, { path, ...wanted }: Wanted, all: boolean) {
  const part = await listProducts(db, { ...wanted, all })
  const { page, name } = wanted
  const headers = listHeaders(part, path, { page, ...(name !== undefined && { name }) })
  return { json: await withReviews(db, part.rows), headers }
}
