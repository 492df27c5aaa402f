// Every event of the shop in one list: what the codec reads and docs/events.md shows.
import { cartEvents } from '#backend/domain/cart/cart.events.ts'
import { orderEvents } from '#backend/domain/order/order.events.ts'
import { notificationEvents, paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { productEvents } from '#backend/domain/product/product.events.ts'
import { reviewEvents } from '#backend/domain/review/review.events.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { userEvents } from '#backend/domain/user/user.events.ts'
import { operatorEvents } from '#backend/eventstore/definition/operator.events.ts'

export const eventsByNoun = {
  user: userEvents,
  product: productEvents,
  stock: stockEvents,
  cart: cartEvents,
  order: orderEvents,
  payment: paymentEvents,
  notification: notificationEvents,
  review: reviewEvents,
  operation: operatorEvents,
} as const

export const eventDefinitions = Object.values(eventsByNoun).flatMap((events) => Object.values(events))
