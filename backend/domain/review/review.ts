// One review per person and product; posting again revises it.

import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { ReviewEvent } from './review.events.ts'

export type ReviewState = { text: string; score: number } | null

export type ReviewCommand =
  | { type: 'PostReview'; productId: number; userId: number; text: string; score: number }
  | { type: 'DeleteReview'; productId: number; userId: number; reason: string | null }

export function reviewId(productId: number, userId: number): string {
  return `${productId}:${userId}`
}

function evolve(_: ReviewState, event: ReviewEvent): ReviewState {
  switch (event.type) {
    case 'ReviewPosted':
    case 'ReviewRevised':
      return { text: event.data.text, score: event.data.score }
    case 'ReviewDeleted':
      return null
    default:
      return event satisfies never
  }
}

function decide(state: ReviewState, command: ReviewCommand): ReviewEvent[] {
  const { productId, userId } = command
  if (command.type === 'DeleteReview') {
    if (state === null) throw new Rejection('not_found')
    return [{ type: 'ReviewDeleted', data: { productId, userId, previousScore: state.score, reason: command.reason } }]
  }
  const { text, score } = command
  if (state === null) return [{ type: 'ReviewPosted', data: { productId, userId, text, score } }]
  if (state.text === text && state.score === score) return []
  return [{ type: 'ReviewRevised', data: { productId, userId, text, score, previousScore: state.score } }]
}

export const review: Decider<ReviewState, ReviewCommand, ReviewEvent, 'review'> = {
  category: 'review',
  initial: null,
  evolve,
  decide,
  snapshots: { types: ['ReviewPosted', 'ReviewRevised', 'ReviewDeleted'] },
}
