// Every event of the shop in one list: what the codec reads and docs/events.md shows.
import { cartEvents } from './cart/cart.events.ts'
import { operationEvents } from './operation/operation.events.ts'
import { orderEvents } from './order/order.events.ts'
import { notificationEvents, paymentEvents } from './payment/payment.events.ts'
import { productEvents } from './product/product.events.ts'
import { reviewEvents } from './review/review.events.ts'
import { stockEvents } from './stock/stock.events.ts'
import { userEvents } from './user/user.events.ts'

export const eventsByNoun = {
  user: userEvents,
  product: productEvents,
  stock: stockEvents,
  cart: cartEvents,
  order: orderEvents,
  payment: paymentEvents,
  notification: notificationEvents,
  review: reviewEvents,
  operation: operationEvents,
} as const

export const eventDefinitions = Object.values(eventsByNoun).flatMap((events) => Object.values(events))
