// Answer schemas of refunds.
import { z } from 'zod'
import { refundStates } from '#backend/domain/payment/refund-state.limits.ts'

const state = z.enum(refundStates)

export const refundPart = z.object({
  refund: z.int().positive(),
  amount: z.number(),
  lines: z.array(z.object({ id: z.int().positive(), quantity: z.int().positive() })),
  restocked: z.boolean(),
  state,
})

export const fullRefund = z.object({ paymentId: z.string(), amount: z.number(), state })

export const refundAnswers = z
  .record(z.string(), z.string())
  .describe("What the provider said of refunds that are stuck, by the number of the part or the payment's id")
