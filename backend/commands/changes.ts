// Changes that concern one stream alone and need nothing besides. Each throws the rejections of its decider.
import { type AuditCommand, audit } from '#backend/domain/audit/audit.ts'
import { type BatchCommand, batch } from '#backend/domain/batch/batch.ts'
import { type CartCommand, cart } from '#backend/domain/cart/cart.ts'
import { delivery } from '#backend/domain/delivery/delivery.ts'
import { type OperationCommand, operation } from '#backend/domain/operation/operation.ts'
import { type FulfilmentStep, order } from '#backend/domain/order/order.ts'
import { priceSettings } from '#backend/domain/price-settings/price-settings.ts'
import { type SchemaCommand, schema } from '#backend/domain/product/schema/schema.ts'
import { type ReviewCommand, review, reviewId } from '#backend/domain/review/review.ts'
import { type SellerCommand, type SellerState, seller } from '#backend/domain/seller/seller.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { synonyms } from '#backend/domain/synonyms/synonyms.ts'
import { transfer } from '#backend/domain/transfer/transfer.ts'
import { type UserCommand, user } from '#backend/domain/user/user.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { CategoryOf, EventIn } from '#backend/eventstore/definition/log-definition.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

export type AccountChange = UserCommand & {
  type:
    | `${'Grant' | 'Revoke'}StaffRole`
    | 'GrantAdmin'
    | 'LiftRoleBlock'
    | 'BanUser'
    | 'ReinstateUser'
    | 'ChangeAddress'
}
export const changeAccount = on(user, ({ userId }: AccountChange) => userId)
export type DataExport = AuditCommand & { type: 'ExportPersonalData' }
/** Records that staff reveals or exports personal data, before it is read. */
export const disclosePersonalData = on(audit, ({ userId }: AuditCommand) => userId)
type LineChange = CartCommand & { type: 'ChangeItemQuantity' | 'RemoveItemFromCart' }
export const changeCart = on(cart, ({ userId }: LineChange) => userId)
export const deleteReview = on(review, (of: ReviewCommand & { type: 'DeleteReview' }) =>
  reviewId(of.productId, of.userId),
)
export const fulfilOrder = on(order, ({ orderId }: FulfilmentStep & { orderId: number }) => orderId)
/** Repeatable: the first request and the first end stay. */
export const recordOperation = on(operation, ({ operationId }: OperationCommand) => operationId)
/** Repeatable: each step stays as it was first taken. All that a batch does has its id as correlation. */
export function recordBatch(store: ShopStore, context: Omit<ShopContext, 'correlation'>, command: BatchCommand) {
  return handleCommand(store, { ...context, correlation: command.batchId }, batch, command.batchId, command)
}

export const changeDelivery = on(delivery)
export const changePriceSettings = on(priceSettings)
export const changeSchema = on(schema, ({ category }: SchemaCommand) => category)
/** The bank account needs a key besides. */
export const changeSeller: Change<SellerCommand & { type: 'ChangeSeller' }, SellerState> = on(seller)
export const changeSynonyms = on(synonyms)
export const changeTransfer = on(transfer)

type Change<Command, State> = (store: ShopStore, context: ShopContext, command: Command) => Promise<Handled<State>>

function on<Category extends CategoryOf<ShopLog>, State, Known extends { type: string }, Command extends Known>(
  decider: Decider<State, Known, EventIn<ShopLog, Category>, Category>,
  idOf: (command: Command) => string | number = () => settingsId,
): Change<Command, State> {
  return (store, context, command) => handleCommand(store, context, decider, idOf(command), command)
}
