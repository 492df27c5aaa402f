// One review per person and product; posting again revises it. The shop may answer it.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import { namesPerson } from './names-person.ts'
import type { ReviewEvent } from './review.events.ts'

/** `isOutdated`: the answer is to an earlier text or score. */
export type ShopAnswer = { text: string; isOutdated: boolean }
export type ReviewState = { text: string; score: number; answer: ShopAnswer | null } | null

/** A review and its answer as the staff saw them. */
export type SeenReview = { text: string; score: number; answer: string | null }

type Answering = { productId: number; userId: number; seen: SeenReview }
export type ReviewCommand =
  | { type: 'PostReview'; productId: number; userId: number; text: string; score: number }
  /** `author`: their name, null once erased. */
  | ({ type: 'AnswerReview'; text: string; author: string | null } & Answering)
  | ({ type: 'WithdrawAnswer' } & Answering)
  | { type: 'DeleteReview'; productId: number; userId: number; reason: string | null }

export function reviewId(productId: number, userId: number): string {
  return `${productId}:${userId}`
}

function evolve(state: ReviewState, event: ReviewEvent): ReviewState {
  switch (event.type) {
    case 'ReviewPosted':
      return { text: event.data.text, score: event.data.score, answer: null }
    case 'ReviewRevised': {
      const { text, score, answer } = event.data
      return { text, score, answer: answer === null ? null : { text: answer, isOutdated: true } }
    }
    case 'ReviewAnswered':
    case 'ReviewAnswerChanged':
      return state && { ...state, answer: { text: event.data.text, isOutdated: false } }
    case 'ReviewAnswerWithdrawn':
      return state && { ...state, answer: null }
    case 'ReviewDeleted':
      return null
    default:
      return event satisfies never
  }
}

/** Answering throws Rejection review_changed if the staff saw another review or answer, or answer_names_author. */
function decide(state: ReviewState, command: ReviewCommand): ReviewEvent[] {
  const { productId, userId } = command
  if (command.type === 'PostReview') return post(state, command)
  if (state === null) throw new Rejection('not_found')
  if (command.type === 'DeleteReview')
    return [{ type: 'ReviewDeleted', data: { productId, userId, previousScore: state.score, reason: command.reason } }]
  return answer(state, command)
}

function post(
  state: ReviewState,
  { productId, userId, text, score }: Extract<ReviewCommand, { type: 'PostReview' }>,
): ReviewEvent[] {
  if (state === null) return [{ type: 'ReviewPosted', data: { productId, userId, text, score } }]
  if (state.text === text && state.score === score) return []
  const before = { previousScore: state.score, answer: state.answer?.text ?? null }
  return [{ type: 'ReviewRevised', data: { productId, userId, text, score, ...before } }]
}

function answer(
  state: NonNullable<ReviewState>,
  command: Extract<ReviewCommand, { type: 'AnswerReview' | 'WithdrawAnswer' }>,
): ReviewEvent[] {
  const { productId, userId, seen } = command
  const text = command.type === 'AnswerReview' ? command.text : null
  const present = state.answer?.text ?? null
  if (text === present && !state.answer?.isOutdated) return []
  if (seen.text !== state.text || seen.score !== state.score || seen.answer !== present)
    throw new Rejection('review_changed')
  if (command.type === 'WithdrawAnswer') return [{ type: 'ReviewAnswerWithdrawn', data: { productId, userId } }]
  if (command.author && namesPerson(command.text, command.author)) throw new Rejection('answer_names_author')
  const type = present === null ? 'ReviewAnswered' : 'ReviewAnswerChanged'
  return [{ type, data: { productId, userId, text: command.text } }]
}

export const review: Decider<ReviewState, ReviewCommand, ReviewEvent, 'review'> = {
  category: 'review',
  initial: null,
  evolve,
  decide,
  snapshots: { types: ['ReviewPosted', 'ReviewRevised', 'ReviewDeleted'] },
}
