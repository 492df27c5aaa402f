import { type Context, Hono } from 'hono'
import { deleteReview } from '#backend/commands/changes.ts'
import { addProduct, modifyProduct } from '#backend/commands/products/products.ts'
import { answerReview, postReview } from '#backend/commands/reviews.ts'
import { idParam, listQuery } from '#backend/domain/list.contract.ts'
import { toCents, toDecimal } from '#backend/domain/money.ts'
import {
  categoriesAnswer,
  changedProductAnswer,
  instalmentsAnswer,
  type ProductView,
  priceHistoryAnswer,
  productAnswer,
  productsAnswer,
} from '#backend/domain/product/catalogue.contract.ts'
import { modifiedProduct, newProduct, searchQuery, sortCriteria } from '#backend/domain/product/product.contract.ts'
import { fromWire } from '#backend/domain/product/product-fields.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import {
  newReview,
  reviewsAnswer,
  reviewsQuery,
  reviewToAnswer,
  reviewToDelete,
} from '#backend/domain/review/review.contract.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { namedRequest } from '#backend/http/middleware/idempotency-key.ts'
import { listHeaders } from '#backend/http/middleware/list-page.ts'
import { notFound } from '#backend/http/middleware/problems.ts'
import { waitForCatalogue } from '#backend/http/middleware/read-your-writes.ts'
import { questionOf } from '#backend/http/middleware/response-cache.ts'
import { routePattern } from '#backend/http/middleware/telemetry.ts'
import type { Session } from '#backend/identity/sessions.ts'
import { findProducts, listCategories, listProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import { listReviews } from '#backend/readmodels/reviews/reviews.queries.ts'
import { answerPrices, answerProduct, answerReviews } from './catalogue-answers.ts'
import { findProductView, findReviewsPage, newProductView, withReviews } from './product-views.ts'

const list = { returns: productsAnswer, cached: true, rate: 'list' } as const
const calls = {
  all: {
    does: 'All products by id, a thousand at a time; active ones only, except for the staff who read the catalogue.',
    ...list,
  },
  search: { does: 'Products whose name contains a text.', ...list },
  sort: { does: 'The active products by name or price.', ...list },
  categories: { does: 'The categories that have products.', returns: categoriesAnswer },
  one: { does: 'One product.', returns: productAnswer, refuses: ['not_found'], cached: true },
  reviews: {
    does: 'A page of the reviews of a product, newest first, or by score.',
    returns: reviewsAnswer,
    refuses: ['not_found'],
    cached: true,
  },
  prices: {
    does: 'The prices of a product since it exists.',
    returns: priceHistoryAnswer,
    refuses: ['not_found'],
    cached: true,
  },
  instalments: {
    does: 'How the price of a product can be paid in instalments, as the wallet says at the moment; none without its answer.',
    returns: instalmentsAnswer,
    refuses: ['not_found'],
  },
  add: {
    does: 'Adds a product.',
    status: 201,
    returns: changedProductAnswer,
    refuses: ['attributes_invalid', 'sku_in_use'],
  },
  modify: {
    does: 'Makes a product what is sent, whole.',
    returns: changedProductAnswer,
    refuses: ['not_found', 'below_held_stock', 'product_changed', 'attributes_invalid', 'sku_in_use'],
  },
  review: {
    does: "Posts the caller's review of a product, or revises it.",
    status: 201,
    returns: productAnswer,
    refuses: ['not_found', 'forbidden'],
    rate: 'review',
  },
  answerReview: {
    does: 'Publishes, changes or withdraws the answer of the shop to a review.',
    returns: productAnswer,
    refuses: ['not_found', 'review_changed', 'answer_names_author'],
  },
  deleteReview: { does: 'Deletes a review.', returns: productAnswer, refuses: ['not_found'] },
} satisfies Record<string, Call>

const shown = ['catalogue', 'reviews', 'users', 'purchases', 'schemas'] as const

export const productRoutes = new Hono<ApiEnv>()
  .get('/', allow('optional', calls.all, { query: listQuery }), async (c) => answerList(c, c.req.valid('query')))
  .get('/search', allow('optional', calls.search, { query: searchQuery }), async (c) =>
    answerList(c, c.req.valid('query')),
  )
  .post('/sort', allow('optional', calls.sort, { query: listQuery, json: sortCriteria }), async (c) => {
    const { field: sort, direction } = c.req.valid('json')
    const { page } = c.req.valid('query')
    return answerList(c, { page, sort: { sort, direction } })
  })
  .get('/getcategories/all', allow('optional', calls.categories), async (c) =>
    c.json(await listCategories(c.var.shop.db), 200),
  )
  .post('/new', allow('catalogue:change', calls.add, { json: newProduct }), async (c) => {
    const { db, store, currency, catalogue } = c.var.shop
    const entry = c.req.valid('json')
    const { stock: units, priceCents, pictures, isActive, ...details } = fromWire(entry)
    const product = { details, pictures, priceCents, isActive, currency, units }
    const context = { ...commandContext(c), ...namedRequest(c, entry) }
    const { result: id } = await addProduct(store, context, product)
    // The catalogue may lag behind the new product.
    const view = (await findProductView(db, id, catalogue.settings)) ?? newProductView(id, entry)
    return c.json({ product: view, msg: 'Producto creado!' }, 201)
  })
  .post('/modifyproduct', allow('catalogue:change', calls.modify, { json: modifiedProduct }), async (c) => {
    const { id, stockSeen: unitsSeen, seen, ...sent } = c.req.valid('json')
    const { stock: units, priceCents, pictures, isActive, ...details } = fromWire(sent)
    const change = { productId: id, details, pictures, priceCents, isActive, units, unitsSeen }
    await modifyProduct(c.var.shop.store, commandContext(c), {
      ...change,
      seen: seen && fromWire(seen),
    })
    return c.json({ product: await findAny(c.var.shop, id), msg: 'Producto modificado!' }, 200)
  })
  .post('/addreviewscore', allow('user', calls.review, { json: newReview }), async (c) => {
    const { textReview, score, productId } = c.req.valid('json')
    const { userId } = c.get('session')
    if (textReview.userId !== userId || score.userId !== userId) throw new Rejection('forbidden')
    const written = { productId, userId, text: textReview.mensaje, score: score.score }
    await postReview(c.var.shop.store, commandContext(c), written)
    return c.json(await findAny(c.var.shop, productId), 201)
  })
  .post('/answerreview', allow('reviews:answer', calls.answerReview, { json: reviewToAnswer }), async (c) => {
    const { productId, reviewId: userId, answer: text, seen } = c.req.valid('json')
    await answerReview(c.var.shop.store, commandContext(c), { productId, userId, text, seen })
    return c.json(await findAny(c.var.shop, productId), 200)
  })
  .post('/deletereviewscore', allow('reviews:moderate', calls.deleteReview, { json: reviewToDelete }), async (c) => {
    const { productId, reviewId: userId, reason = null } = c.req.valid('json')
    await deleteReview(c.var.shop.store, commandContext(c), { type: 'DeleteReview', productId, userId, reason })
    return c.json(await findAny(c.var.shop, productId), 200)
  })
  .get('/:id', allow('optional', calls.one, { param: idParam }), async (c) => {
    await waitForCatalogue(c, 'schemas')
    const { id } = c.req.valid('param')
    if (seesInactive(c.var.session)) return c.json(await findAny(c.var.shop, id), 200)
    return (await answerProduct(c, id)) ?? notFound()
  })
  .get('/:id/prices', allow('optional', calls.prices, { param: idParam }), async (c) => {
    await waitForCatalogue(c)
    return (await answerPrices(c, c.req.valid('param').id)) ?? notFound()
  })
  .get('/:id/instalments', allow('optional', calls.instalments, { param: idParam }), async (c) => {
    const { catalogue, instalments } = c.var.shop
    const product = catalogue.find(c.req.valid('param').id)
    if (!product?.isActive) return notFound()
    const plans = await instalments.plansFor(toCents(product.price) ?? 0)
    const shown = plans.map(({ amountCents, totalCents, ...plan }) => ({
      ...plan,
      amount: toDecimal(amountCents),
      total: toDecimal(totalCents),
    }))
    return c.json({ price: product.price, plans: shown }, 200, { 'Cache-Control': 'no-store' })
  })
  .get('/:id/reviews', allow('optional', calls.reviews, { param: idParam, query: reviewsQuery }), async (c) => {
    await waitForCatalogue(c)
    const { id } = c.req.valid('param')
    const part = c.req.valid('query')
    const { db } = c.var.shop
    if (!seesInactive(c.var.session)) return (await answerReviews(c, id, part)) ?? notFound()
    const [product] = await findProducts(db, [id])
    const find = async (of: Parameters<typeof listReviews>[2]) => (await listReviews(db, [id], of)).get(id) ?? []
    return c.json(await findReviewsPage(product ?? notFound(), part, find), 200)
  })

async function findAny({ db, catalogue }: ApiShop, id: number): Promise<ProductView> {
  return (await findProductView(db, id, catalogue.settings)) ?? notFound()
}

/** Staff see all products, except in a sorted list; others see active ones. */
async function answerList(c: Context<ApiEnv>, wanted: Omit<Parameters<typeof listProducts>[1], 'all'>) {
  const { session, shop } = c.var
  const { page, name, sort } = wanted
  const all = seesInactive(session) && !sort
  const find = async () => {
    const part = await listProducts(shop.db, { ...wanted, all, settings: shop.catalogue.settings })
    const headers = listHeaders(part, routePattern(c), { page, ...(name !== undefined && { name }) })
    return { json: await withReviews(shop.db, part.rows), headers }
  }
  if (all) {
    const { json, headers } = await find()
    return c.json(json, 200, headers)
  }
  // POST results must not be cached under an address.
  const path = `${sort ? 'POST ' : ''}${routePattern(c)}`
  return shop.cache.answer(c, questionOf(path, { name, ...sort, page: page > 1 ? page : undefined }), shown, find)
}

function seesInactive(session: Session | undefined): boolean {
  return session !== undefined && may(session, 'catalogue:read')
}
