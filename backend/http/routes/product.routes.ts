// /api/product: the calls of the shop's client about products and their reviews, and an admin's changes.

import { Hono } from 'hono'
import type { Database } from '#backend/db/database.ts'
import { toCents } from '#backend/domain/money.ts'
import {
  idParam,
  modifiedProduct,
  newProduct,
  searchQuery,
  sortCriteria,
} from '#backend/domain/product/product.contract.ts'
import { product } from '#backend/domain/product/product.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { newReview, reviewToDelete } from '#backend/domain/review/review.contract.ts'
import { review, reviewId } from '#backend/domain/review/review.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { stock } from '#backend/domain/stock/stock.ts'
import { transact, UnitOfWork } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { fresh, wrote } from '#backend/http/middleware/read-your-writes.ts'
import type { KeptAnswers } from '#backend/http/middleware/response-cache.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import { listCategories, listProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import { findProductView, type ProductView, withReviews } from './product-views.ts'

const shown = ['catalogue', 'reviews', 'users', 'purchases']

export function productRoutes(shop: {
  db: Database
  store: EventStore<ShopLog>
  positions: Positions
  kept: KeptAnswers
  currency: string
}) {
  const { db, store, positions } = shop
  const findAny = async (id: number): Promise<ProductView> => {
    const view = await findProductView(db, id)
    if (!view) throw new Rejection('not_found')
    return view
  }
  const saved = async (id: number, position: number): Promise<ProductView> => {
    await positions.waitFor(shown, position)
    return findAny(id)
  }

  return new Hono<ApiEnv>()
    .get('/', allow('optional'), async (c) => {
      await fresh(c, positions, shown)
      return c.json(await withReviews(db, await listProducts(db, { all: c.get('session')?.isAdmin ?? false })), 200)
    })
    .get('/search', allow('optional'), validate('query', searchQuery), async (c) => {
      await fresh(c, positions, shown)
      const items = await listProducts(db, { all: c.get('session')?.isAdmin ?? false, name: c.req.valid('query').name })
      return c.json(await withReviews(db, items), 200)
    })
    .post('/sort', allow('optional'), validate('json', sortCriteria), async (c) => {
      const { field, direction } = c.req.valid('json')
      return c.json(
        await withReviews(db, await listProducts(db, { all: false, sort: { sort: field, direction, page: 1 } })),
        200,
      )
    })
    .get('/getcategories/all', allow('optional'), async (c) => c.json(await listCategories(db), 200))
    .post('/new', allow('admin'), validate('json', newProduct), async (c) => {
      const { price, stock: units, specs = [], ...texts } = c.req.valid('json')
      const productId = await store.nextId('product')
      const { position } = await transact(store, commandContext(c), 'AddProduct', async (unit) => {
        const details = { ...texts, specs }
        const priceCents = toCents(price) ?? 0
        const fresh = await unit.load(product, productId)
        unit.decide(product, fresh, { type: 'AddProduct', productId, details, priceCents, currency: shop.currency })
        unit.decide(stock, await unit.load(stock, productId), { type: 'AdjustStock', productId, delta: units })
      })
      wrote(c, position)
      return c.json({ product: await saved(productId, position), msg: 'Producto creado!' }, 201)
    })
    .post('/modifyproduct', allow('admin'), validate('json', modifiedProduct), async (c) => {
      const { id, price, stock: units, stockSeen, isActive, ...texts } = c.req.valid('json')
      const { position } = await transact(store, commandContext(c), 'ModifyProduct', async (unit) => {
        const loaded = await unit.load(product, id)
        if (!loaded.state) throw new Rejection('not_found')
        const details = { ...texts, specs: texts.specs ?? loaded.state.specs }
        unit.decideAll(product, loaded, [
          { type: 'ChangeDetails', productId: id, details },
          { type: 'ChangePrice', productId: id, priceCents: toCents(price) ?? 0 },
          { type: isActive ? 'ActivateProduct' : 'DeactivateProduct', productId: id },
        ])
        const move =
          stockSeen === undefined
            ? ({ type: 'SetAvailable', productId: id, available: units } as const)
            : ({ type: 'AdjustStock', productId: id, delta: units - stockSeen } as const)
        unit.decide(stock, await unit.load(stock, id), move)
      })
      wrote(c, position)
      return c.json({ product: await saved(id, position), msg: 'Producto modificado!' }, 200)
    })
    .post('/addreviewscore', allow('user'), validate('json', newReview), async (c) => {
      const { textReview, score, productId } = c.req.valid('json')
      const { userId } = c.get('session')
      if (textReview.userId !== userId || score.userId !== userId) throw new Rejection('forbidden')
      const { state } = await new UnitOfWork(store).load(product, productId)
      if (!state?.isActive) throw new Rejection('not_found')
      const { position } = await transact(store, commandContext(c), 'PostReview', async (unit) => {
        const own = await unit.load(review, reviewId(productId, userId))
        unit.decide(review, own, {
          type: 'PostReview',
          productId,
          userId,
          text: textReview.mensaje,
          score: score.score,
        })
      })
      wrote(c, position)
      return c.json(await saved(productId, position), 201)
    })
    .post('/deletereviewscore', allow('admin'), validate('json', reviewToDelete), async (c) => {
      const { productId, reviewId: author } = c.req.valid('json')
      const { position } = await transact(store, commandContext(c), 'DeleteReview', async (unit) => {
        const written = await unit.load(review, reviewId(productId, author))
        unit.decide(review, written, { type: 'DeleteReview', productId, userId: author })
      })
      wrote(c, position)
      return c.json(await saved(productId, position), 200)
    })
    .get('/:id', allow('optional'), validate('param', idParam), async (c) => {
      await fresh(c, positions, shown)
      const id = Number(c.req.valid('param').id)
      if (c.get('session')?.isAdmin) return c.json(await findAny(id), 200)
      const answer = await shop.kept.answer<ProductView>(c, shown, async () => {
        const view = await findProductView(db, id)
        return view?.isActive ? view : null
      })
      if (!answer) throw new Rejection('not_found')
      return answer
    })
}
