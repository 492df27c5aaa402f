// Categories of the shop's log. Stored rows contain these codes and numbers: never change or reuse one.
import { auditEvents } from '#backend/domain/audit/audit.events.ts'
import { batchEvents } from '#backend/domain/batch/batch.events.ts'
import { cartEvents } from '#backend/domain/cart/cart.events.ts'
import { deliveryEvents } from '#backend/domain/delivery/delivery.events.ts'
import { operationEvents } from '#backend/domain/operation/operation.events.ts'
import { orderEvents } from '#backend/domain/order/order.events.ts'
import { movementEvents } from '#backend/domain/payment/movement.events.ts'
import { notificationEvents, paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { priceSettingsEvents } from '#backend/domain/price-settings/price-settings.events.ts'
import { costEvents } from '#backend/domain/product/cost/cost.events.ts'
import { productEvents } from '#backend/domain/product/product.events.ts'
import { schemaEvents } from '#backend/domain/product/schema/schema.events.ts'
import { skuEvents } from '#backend/domain/product/sku/sku.events.ts'
import { reviewEvents } from '#backend/domain/review/review.events.ts'
import { sellerEvents } from '#backend/domain/seller/seller.events.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { stockChange } from '#backend/domain/stock/stock.ts'
import { synonymsEvents } from '#backend/domain/synonyms/synonyms.events.ts'
import { transferEvents } from '#backend/domain/transfer/transfer.events.ts'
import { userEvents } from '#backend/domain/user/user.events.ts'
import { type ActorOf, defineLog } from '#backend/eventstore/definition/log-definition.ts'
import { operatorEvents } from '#backend/eventstore/definition/operator.events.ts'

const definition = defineLog({
  categories: {
    user: { code: 1, events: userEvents, freesClaims: 'UserErased' },
    product: { code: 2, events: productEvents },
    stock: { code: 3, events: stockEvents },
    cart: { code: 4, events: cartEvents },
    order: { code: 5, events: orderEvents },
    payment: { code: 6, events: paymentEvents },
    notification: { code: 8, events: notificationEvents },
    review: { code: 7, events: reviewEvents },
    operation: { code: 9, events: { ...operatorEvents, ...operationEvents } },
    audit: { code: 10, events: auditEvents },
    synonyms: { code: 11, events: synonymsEvents },
    delivery: { code: 12, events: deliveryEvents },
    batch: { code: 13, events: batchEvents },
    seller: { code: 14, events: sellerEvents },
    pricing: { code: 18, events: priceSettingsEvents },
    schema: { code: 20, events: schemaEvents },
    sku: { code: 21, events: skuEvents },
    cost: { code: 22, events: costEvents },
    transfer: { code: 16, events: transferEvents },
    movement: { code: 17, events: movementEvents },
  },
  counters: ['user', 'product', 'order'],
  claimScopes: { email: 1, google: 2 },
  actors: ['visitor', 'user:', 'job:', 'operator', 'provider', 'demo'],
  guards: {
    stock(event) {
      const { onHand, reserved } = stockChange(event)
      return { key: event.data.productId, total: onHand, taken: reserved }
    },
  },
})
type Definition = typeof definition

/** An interface keeps compiler messages short. */
export interface ShopLog extends Definition {}
export const shopLog: ShopLog = definition
export type ShopActor = ActorOf<ShopLog>

export function userIdOf(actor: string): number | null {
  return actor.startsWith('user:') ? Number(actor.slice('user:'.length)) : null
}
