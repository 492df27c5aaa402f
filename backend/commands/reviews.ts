// Reviews: one per person and product, revised by posting again.
import { product } from '#backend/domain/product/product.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { type ReviewCommand, type ReviewState, review, reviewId } from '#backend/domain/review/review.ts'
import type { Handled } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

export type NewReview = { productId: number; userId: number; text: string; score: number }

/** Throws Rejection not_found unless the product is sold. */
export function postReview(store: ShopStore, context: ShopContext, written: NewReview): Promise<Handled<ReviewState>> {
  const { productId, userId } = written
  return handleCommand(store, context, review, reviewId(productId, userId), async (): Promise<ReviewCommand> => {
    const { state } = await loadState(store, product, productId)
    if (!state?.isActive) throw new Rejection('not_found')
    return { type: 'PostReview', ...written }
  })
}

/** `reason`: for auditors, or null. Throws Rejection not_found if the person has no review of the product. */
export function deleteReview(
  store: ShopStore,
  context: ShopContext,
  { productId, userId, reason }: Pick<NewReview, 'productId' | 'userId'> & { reason: string | null },
): Promise<Handled<ReviewState>> {
  const command = { type: 'DeleteReview', productId, userId, reason } as const
  return handleCommand(store, context, review, reviewId(productId, userId), command)
}
