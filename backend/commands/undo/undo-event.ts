// Undoes an event by a compensating command, based on the state as the caller saw it.
import { modifyUser } from '#backend/commands/account/modify-user.ts'
import {
  changeDelivery,
  changePriceSettings,
  changeSchema,
  changeSeller,
  changeSynonyms,
} from '#backend/commands/changes.ts'
import { changeCost } from '#backend/commands/products/product-cost.ts'
import { changeParts, changeStock, withdrawProduct } from '#backend/commands/products/products.ts'
import { answerReview } from '#backend/commands/reviews.ts'
import { changeBankAccount } from '#backend/commands/seller/change-seller.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Undo } from '#backend/domain/undo.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { CommandIdReused } from '#backend/eventstore/log/append-entry.ts'
import { hashedUuid } from '#backend/eventstore/log/hashed-uuid.ts'
import type { RoleKey } from '#backend/identity/role-key.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

type Shop = { store: ShopStore; db: Database; roleKey: RoleKey }
type OwnUndo = Exclude<Undo, { kind: 'batch' }>
export type Undoing = { callerId: number; position: number; superAdminKey?: string | undefined }

/** Throws the compensating command's errors: product_changed, below_held_stock, role_changed, a role key's, etc. */
export async function undoEvent(
  shop: Shop,
  asked: ShopContext,
  undo: OwnUndo,
  { callerId, position, superAdminKey }: Undoing,
): Promise<Handled<unknown>> {
  const { store } = shop
  const context = { ...asked, causation: position }
  switch (undo.kind) {
    case 'product':
      return changeParts(store, context, undo)
    case 'withdraw':
      return withdrawProduct(store, context, undo)
    case 'cost':
      return changeCost(store, context, undo)
    case 'stock':
      return moveBack(store, context, undo)
    case 'activity':
      return modifyUser(shop, context, callerId, activityOf(undo))
    case 'role':
      return modifyUser(shop, context, callerId, { id: undo.userId, ...undo.after, seen: undo.before, superAdminKey })
    case 'delivery':
      return changeDelivery(store, context, { type: 'ChangeDeliveryPrices', settings: undo.prices, seen: undo.seen })
    case 'seller':
      return changeSeller(store, context, { type: 'ChangeSeller', settings: undo.details, seen: undo.seen })
    case 'account':
      return changeBankAccount(shop, context, callerId, { ...undo, superAdminKey })
    case 'prices':
      return changePriceSettings(store, context, { type: 'ChangePriceSettings', ...undo })
    case 'answer':
      return answerReview(store, context, undo)
    case 'schema':
      return changeSchema(store, context, { type: 'ChangeSchema', ...undo })
    case 'synonyms':
      return changeSynonyms(store, context, { type: 'ChangeSynonyms', ...undo })
    default:
      return undo satisfies never
  }
}

function activityOf({ userId: id, isActive, reason, note }: Extract<Undo, { kind: 'activity' }>) {
  const given = { reason: reason ?? undefined, note: note ?? undefined }
  return { id, isActive, seen: { isActive: !isActive }, ...given }
}

/** A stock difference fits any version, so its command id prevents moving it twice. */
async function moveBack(
  store: ShopStore,
  context: ShopContext & { causation: number },
  { productId, delta }: Extract<Undo, { kind: 'stock' }>,
): Promise<Handled<void>> {
  const commandId = hashedUuid(`undo ${context.causation}`)
  const command = { type: 'AdjustStock', productId, delta } as const
  return changeStock(store, { ...context, commandId, content: 'undo' }, command).catch((error: unknown) => {
    throw error instanceof CommandIdReused ? new Rejection('conflict') : error
  })
}
