// Reviews: one per person and product, revised by posting again.
import { product } from '#backend/domain/product/product.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import {
  type ReviewCommand,
  type ReviewState,
  review,
  reviewId,
  type SeenReview,
} from '#backend/domain/review/review.ts'
import { user } from '#backend/domain/user/user.ts'
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

/** `text`: null withdraws the answer. */
export type Answering = { productId: number; userId: number; text: string | null; seen: SeenReview }

/** Publishes, changes or withdraws the shop's answer. Throws Rejection not_found, review_changed or answer_names_author. */
export function answerReview(
  store: ShopStore,
  context: ShopContext,
  { text, ...of }: Answering,
): Promise<Handled<ReviewState>> {
  return handleCommand(store, context, review, reviewId(of.productId, of.userId), async (): Promise<ReviewCommand> => {
    if (text === null) return { type: 'WithdrawAnswer', ...of }
    const { state: author } = await loadState(store, user, of.userId)
    return { type: 'AnswerReview', ...of, text, author: author?.name ?? null }
  })
}
