// What calls return, as the description of the API tells it; each is held to the type that the code returns.
import { z } from 'zod'
import { shownAddress } from '#backend/domain/address.contract.ts'
import { cartAnswer } from '#backend/domain/cart/cart.contract.ts'
import { shippingAnswer } from '#backend/domain/delivery/delivery.contract.ts'
import { panelPage } from '#backend/domain/list.contract.ts'
import { orderStates } from '#backend/domain/order/order.limits.ts'
import { shownProduct } from '#backend/domain/product/product.contract.ts'
import { userAnswer } from '#backend/domain/user/user.contract.ts'
import type { LiveNews } from '#backend/http/live/told-products.ts'
import type { ProductView, ReviewsPage } from '#backend/http/routes/product/product-views.ts'
import type { CatalogueItem, Offer, ShelfItem } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { CataloguePage } from '#backend/readmodels/catalogue/held/catalogue-question.ts'
import type { OrderDetail, OrderView } from '#backend/readmodels/orders/orders.queries.ts'
import type { PanelOrder } from '#backend/readmodels/orders/panel-orders.queries.ts'
import type { ReviewView } from '#backend/readmodels/reviews/reviews.queries.ts'
import { asidePayment } from './overview-answers.ts'
import { fullRefund, refundAnswers, refundPart } from './refund-answers.ts'

type Of<T> = z.ZodType<T>

const id = z.int().positive()
const moment = z.iso.datetime()
const lines = z.array(z.object({ id, quantity: z.int().positive() }))

const review = z.object({
  userId: id,
  author: z.object({ name: z.string().nullable(), imageUrl: z.string().nullable() }),
  text: z.string(),
  score: z.int(),
  verified: z.boolean(),
  at: moment,
}) satisfies Of<ReviewView>

const catalogueItem = shownProduct.extend({
  id,
  rating: z.object({ average: z.number().nullable(), count: z.int(), scores: z.record(z.string(), z.int()) }),
  priceFall: z.object({ previousPrice: z.number(), since: moment }).exactOptional(),
}) satisfies Of<CatalogueItem>

export const liveNews = z.object({
  after: z.int(),
  position: z.int(),
  products: z.array(
    z.union([
      z.object({ id, isActive: z.literal(true), price: z.number(), stock: z.int() }),
      z.object({ id, isActive: z.literal(false) }),
    ]),
  ),
  refresh: z.literal(true).optional(),
}) satisfies Of<LiveNews>

const paging = { total: z.int(), page: z.int(), pageSize: z.int(), pages: z.int() }
const counted = z.array(z.object({ name: z.string(), count: z.int() }))
export const cataloguePage = z.object({
  items: z.array(catalogueItem),
  ...paging,
  facets: z.object({
    categories: counted,
    brands: counted,
    ratings: z.array(z.object({ stars: z.int(), count: z.int() })),
    prices: z.object({ min: z.number(), max: z.number() }).nullable(),
    stock: z.object({ available: z.int(), soldOut: z.int() }),
    specs: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count: z.int() })) })),
  }),
  soldOut: z.object({ total: z.int(), items: z.array(z.object({ id: z.int(), name: z.string() })) }),
  ledTo: z.string().nullable(),
  popular: z.array(z.object({ category: z.string(), imageUrl: z.string(), count: z.int() })),
}) satisfies Of<CataloguePage>

export const shelfItem = catalogueItem
  .pick({ id: true, name: true, imageUrl: true, price: true })
  .extend({ rating: z.object({ average: z.number().nullable(), count: z.int() }) }) satisfies Of<ShelfItem>
export const offer = catalogueItem.extend({ previousPrice: z.number(), since: moment }) satisfies Of<Offer>

export const product = catalogueItem.extend({
  reviewsTexts: z.array(z.object({ userId: id, mensaje: z.string() })),
  reviewsScores: z.array(z.object({ userId: id, score: z.int() })),
  reviews: z.array(review),
}) satisfies Of<ProductView>

export const reviewsPage = z.object({
  reviews: z.array(review),
  ...paging,
}) satisfies Of<ReviewsPage>

const orderState = z.enum(orderStates)

export const order = z.object({
  id,
  userId: id,
  productsId: lines,
  lines: z.array(
    z.object({ id, name: z.string(), imageUrl: z.string(), price: z.number(), quantity: z.int().positive() }),
  ),
  shipping: shippingAnswer.nullable(),
  total: z.number(),
  currency: z.string(),
  state: orderState,
  placedAt: moment,
  updatedAt: moment,
  holdUntil: moment,
}) satisfies Of<OrderView>

export const orderDetail = order.extend({
  timeline: z.array(
    z.object({
      state: z.string(),
      at: moment,
      carrier: z.string().optional(),
      tracking: z.string().optional(),
      amount: z.number().optional(),
    }),
  ),
  refunds: z.array(refundPart),
  fullRefunds: z.array(fullRefund),
  accepted: z.number().nullable().describe('What was paid, if an admin accepted a payment that differs from the order'),
  withdrawalCode: z.string().nullable(),
  initPoint: z.string().nullable(),
}) satisfies Of<OrderDetail>

const buyer = z.string().nullable()
const panelOrder = z.object({
  id,
  userId: id,
  total: z.number(),
  state: orderState,
  placedAt: moment,
  buyer,
  isWithdrawn: z.boolean(),
  isPickup: z.boolean(),
})

export const panelProducts = panelPage(catalogueItem)
export const panelOrders = panelPage(panelOrder satisfies Of<PanelOrder>)
export const panelUsers = panelPage(userAnswer)
/** null: it is picked up, its person was erased, or the caller reads orders and sends no parcels. */
export const shippedOrder = orderDetail.extend({ address: shownAddress.nullable() })
export const panelOrderDetail = shippedOrder.extend({ buyer, aside: z.array(asidePayment), refundAnswers })

export const problem = z.object({
  type: z.string().describe('/problems/ and the code'),
  title: z.string(),
  status: z.int(),
  code: z.string().describe('Stable: what a program may decide on'),
  detail: z.string().describe('A Spanish sentence for people'),
  errors: z
    .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
    .optional()
    .describe('Of validation: each wrong or unknown field'),
  differences: z.array(z.record(z.string(), z.unknown())).optional(),
  cart: cartAnswer.optional(),
  email: z.string().optional(),
  redirect: z.string().optional(),
  left: z.number().optional().describe('Of refund_too_large: what is left to refund'),
  until: z.iso
    .datetime()
    .optional()
    .describe('Of checkout_paused and too_many_held: from when an order may be placed again'),
  retryAfter: z.int().optional().describe('In seconds, as the header Retry-After'),
})

const feedEvent = z.object({
  position: z.int(),
  stream: z.string(),
  /** Null: this release of the shop cannot read it. */
  type: z.string().nullable(),
  version: z.int().optional(),
  at: z.iso.datetime().optional(),
  actor: z.string().optional(),
  correlation: z.string().optional(),
  causation: z.int().nullable().optional(),
  data: z.record(z.string(), z.unknown()).nullable(),
})
export const feed = z.object({ events: z.array(feedEvent), next: z.int(), head: z.int() })
export const feedSchemas = z.object({
  events: z.array(z.object({ type: z.string(), version: z.int(), schema: z.record(z.string(), z.unknown()) })),
})
