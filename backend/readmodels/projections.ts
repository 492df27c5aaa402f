// Every projection of the shop, in feeding order.
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { catalogueProjection } from '#backend/readmodels/catalogue/catalogue.projection.ts'
import { ordersProjection } from '#backend/readmodels/orders/orders.projection.ts'
import { dailyFiguresProjection } from '#backend/readmodels/overview/daily-figures.projection.ts'
import { paymentsAsideProjection } from '#backend/readmodels/overview/payments-aside.projection.ts'
import { productSalesProjection } from '#backend/readmodels/overview/product-sales.projection.ts'
import { purchasesProjection } from '#backend/readmodels/purchases/purchases.projection.ts'
import { deletedReviewsProjection } from '#backend/readmodels/reviews/deleted-reviews.projection.ts'
import { reviewsProjection } from '#backend/readmodels/reviews/reviews.projection.ts'
import {
  deliveryProjection,
  priceSettingsProjection,
  schemasProjection,
  sellerProjection,
  synonymsProjection,
  transferProjection,
} from '#backend/readmodels/settings/settings.projections.ts'
import { usersProjection } from '#backend/readmodels/users/users.projection.ts'

export const projections = [
  catalogueProjection,
  cartsProjection,
  ordersProjection,
  purchasesProjection,
  reviewsProjection,
  usersProjection,
  synonymsProjection,
  schemasProjection,
  deliveryProjection,
  sellerProjection,
  priceSettingsProjection,
  transferProjection,
  dailyFiguresProjection,
  productSalesProjection,
  paymentsAsideProjection,
  deletedReviewsProjection,
] as const

export type ReadModel = (typeof projections)[number]
export type ReadModelName = ReadModel['name']
