// Every projection of the shop, in the order in which they are fed.
import type { Projection } from '#backend/eventstore/projection.ts'
import { cartsProjection } from './carts/carts.projection.ts'
import { catalogueProjection } from './catalogue/catalogue.projection.ts'
import { ordersProjection } from './orders/orders.projection.ts'
import { purchasesProjection } from './purchases/purchases.projection.ts'
import { reviewsProjection } from './reviews/reviews.projection.ts'
import { usersProjection } from './users/users.projection.ts'

export const projections: readonly Projection[] = [
  catalogueProjection,
  cartsProjection,
  ordersProjection,
  purchasesProjection,
  reviewsProjection,
  usersProjection,
]
