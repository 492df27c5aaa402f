// Every projection of the shop, in the order in which they are fed.
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { catalogueProjection } from '#backend/readmodels/catalogue/catalogue.projection.ts'
import { ordersProjection } from '#backend/readmodels/orders/orders.projection.ts'
import { purchasesProjection } from '#backend/readmodels/purchases/purchases.projection.ts'
import { reviewsProjection } from '#backend/readmodels/reviews/reviews.projection.ts'
import { usersProjection } from '#backend/readmodels/users/users.projection.ts'

export const projections: readonly Projection[] = [
  catalogueProjection,
  cartsProjection,
  ordersProjection,
  purchasesProjection,
  reviewsProjection,
  usersProjection,
]
