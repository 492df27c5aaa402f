import { z } from 'zod'
import { numberIn, pageNumber, textUpTo } from '#backend/domain/list.contract.ts'
import { longestAnswer, longestComment, longestReviewReason, reviewOrders } from './review.limits.ts'

export const newReview = z.object({
  textReview: z.object({ userId: z.int().positive(), mensaje: textUpTo(longestComment) }),
  score: z.object({ userId: z.int().positive(), score: z.int().min(1).max(5) }),
  productId: z.int().positive(),
})

export const reviewToDelete = z.object({
  productId: z.int().positive(),
  reviewId: z.int().positive(),
  reason: textUpTo(longestReviewReason).optional(),
})

export const reviewToAnswer = z.object({
  productId: z.int().positive(),
  reviewId: z.int().positive(),
  /** Null withdraws the answer. */
  answer: textUpTo(longestAnswer).nullable(),
  /** As the caller saw them. */
  seen: z.object({
    text: z.string().max(longestComment),
    score: z.int(),
    answer: z.string().max(longestAnswer).nullable(),
  }),
})

export const reviewsQuery = z.object({
  page: pageNumber,
  score: numberIn(/^[1-5]$/).optional(),
  order: z.enum(reviewOrders).optional(),
})

export const reviewAnswer = z.object({
  userId: z.int().positive(),
  author: z.object({ name: z.string().nullable(), imageUrl: z.string().nullable() }),
  text: z.string(),
  score: z.int(),
  verified: z.boolean(),
  at: z.iso.datetime(),
  /** The shop's; `isOutdated`: to an earlier text or score. */
  answer: z.object({ text: z.string(), at: z.iso.datetime(), isOutdated: z.boolean() }).nullable(),
})
export type ReviewView = z.output<typeof reviewAnswer>

export const reviewsAnswer = z.object({
  reviews: z.array(reviewAnswer),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
  pages: z.int(),
})
export type ReviewsPage = z.output<typeof reviewsAnswer>
