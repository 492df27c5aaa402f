import { cart } from '#backend/domain/cart/cart.ts'
import { order } from '#backend/domain/order/order.ts'
import { notification } from '#backend/domain/payment/notification.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { cost } from '#backend/domain/product/cost/cost.ts'
import { product } from '#backend/domain/product/product.ts'
import { review } from '#backend/domain/review/review.ts'
import { stock } from '#backend/domain/stock/stock.ts'
import { user } from '#backend/domain/user/user.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'

type Fold = { category: string; initial: unknown; evolve(state: unknown, event: AnyEvent): unknown }

const folds = [user, product, cost, stock, cart, order, payment, notification, review] as unknown as readonly Fold[]

export function foldOf(stream: string): Fold | undefined {
  return folds.find((fold) => stream.startsWith(`${fold.category}-`))
}
