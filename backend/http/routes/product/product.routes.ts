// /api/product: product and review calls of the shop's client, and the staff's changes.
import { Hono } from 'hono'
import { addProduct, modifyProduct } from '#backend/commands/products/products.ts'
import { deleteReview, postReview } from '#backend/commands/reviews.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { changedProductAnswer, type ProductView, productAnswer } from '#backend/domain/product/catalogue.contract.ts'
import { modifiedProduct, newProduct } from '#backend/domain/product/product.contract.ts'
import { fromWire } from '#backend/domain/product/product-fields.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { newReview, reviewsAnswer, reviewsQuery, reviewToDelete } from '#backend/domain/review/review.contract.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { namedRequest, once } from '#backend/http/middleware/idempotency-key.ts'
import { notFound } from '#backend/http/middleware/problems.ts'
import { notePosition, waitForCatalogue } from '#backend/http/middleware/read-your-writes.ts'
import type { Session } from '#backend/identity/sessions.ts'
import { findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listReviews } from '#backend/readmodels/reviews/reviews.queries.ts'
import { productListRoutes } from './product-lists.routes.ts'
import { findProductView, findReviewsPage, newProductView } from './product-views.ts'
import { answerProduct, answerReviews } from './public-products.ts'

const calls = {
  one: { does: 'One product.', returns: productAnswer, refuses: ['not_found'], cached: true },
  reviews: {
    does: 'A page of the reviews of a product, newest first, or by score.',
    returns: reviewsAnswer,
    refuses: ['not_found'],
    cached: true,
  },
  add: { does: 'Adds a product.', status: 201, returns: changedProductAnswer },
  modify: {
    does: 'Makes a product what is sent, whole.',
    returns: changedProductAnswer,
    refuses: ['not_found', 'below_held_stock', 'product_changed'],
  },
  review: {
    does: "Posts the caller's review of a product, or revises it.",
    status: 201,
    returns: productAnswer,
    refuses: ['not_found', 'forbidden'],
    rate: 'review',
  },
  deleteReview: { does: 'Deletes a review.', returns: productAnswer, refuses: ['not_found'] },
} satisfies Record<string, Call>

export const productRoutes = new Hono<ApiEnv>()
  .route('/', productListRoutes)
  .post('/new', allow('catalogue:change', calls.add, { json: newProduct }), once, async (c) => {
    const { db, store, currency } = c.var.shop
    const entry = c.req.valid('json')
    const { stock: units, priceCents, pictures, isActive, ...details } = fromWire(entry)
    const product = { details, pictures, priceCents, isActive, currency, units }
    const context = { ...commandContext(c), ...namedRequest(c, entry) }
    const { result: id, position } = await addProduct(store, context, product)
    notePosition(c, position)
    // The catalogue may lag behind the new product.
    const view = (await findProductView(db, id)) ?? newProductView(id, entry)
    return c.json({ product: view, msg: 'Producto creado!' }, 201)
  })
  .post('/modifyproduct', allow('catalogue:change', calls.modify, { json: modifiedProduct }), async (c) => {
    const { id, stockSeen: unitsSeen, seen, ...sent } = c.req.valid('json')
    const { stock: units, priceCents, pictures, isActive, ...details } = fromWire(sent)
    const change = { productId: id, details, pictures, priceCents, isActive, units, unitsSeen }
    const { position } = await modifyProduct(c.var.shop.store, commandContext(c), {
      ...change,
      seen: seen && fromWire(seen),
    })
    notePosition(c, position)
    return c.json({ product: await findAny(c.var.shop.db, id), msg: 'Producto modificado!' }, 200)
  })
  .post('/addreviewscore', allow('user', calls.review, { json: newReview }), once, async (c) => {
    const { textReview, score, productId } = c.req.valid('json')
    const { userId } = c.get('session')
    if (textReview.userId !== userId || score.userId !== userId) throw new Rejection('forbidden')
    const written = { productId, userId, text: textReview.mensaje, score: score.score }
    const { position } = await postReview(c.var.shop.store, commandContext(c), written)
    notePosition(c, position)
    return c.json(await findAny(c.var.shop.db, productId), 201)
  })
  .post('/deletereviewscore', allow('reviews:moderate', calls.deleteReview, { json: reviewToDelete }), async (c) => {
    const { productId, reviewId: userId, reason = null } = c.req.valid('json')
    const { position } = await deleteReview(c.var.shop.store, commandContext(c), { productId, userId, reason })
    notePosition(c, position)
    return c.json(await findAny(c.var.shop.db, productId), 200)
  })
  .get('/:id', allow('optional', calls.one, { param: idParam }), async (c) => {
    await waitForCatalogue(c)
    const { id } = c.req.valid('param')
    if (seesInactive(c.get('session'))) return c.json(await findAny(c.var.shop.db, id), 200)
    return (await answerProduct(c, id)) ?? notFound()
  })
  .get('/:id/reviews', allow('optional', calls.reviews, { param: idParam, query: reviewsQuery }), async (c) => {
    await waitForCatalogue(c)
    const { id } = c.req.valid('param')
    const part = c.req.valid('query')
    const { db } = c.var.shop
    if (!seesInactive(c.get('session'))) return (await answerReviews(c, id, part)) ?? notFound()
    const [product] = await findProducts(db, [id])
    const find = async (of: Parameters<typeof listReviews>[2]) => (await listReviews(db, [id], of)).get(id) ?? []
    return c.json(await findReviewsPage(product ?? notFound(), part, find), 200)
  })

function seesInactive(session: Session | undefined): boolean {
  return session !== undefined && may(session, 'catalogue:read')
}

async function findAny(db: Database, id: number): Promise<ProductView> {
  return (await findProductView(db, id)) ?? notFound()
}
