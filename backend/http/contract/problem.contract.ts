// The document of every refusal (RFC 9457).
import { z } from 'zod'
import { cartAnswer } from '#backend/domain/cart/cart.contract.ts'

const fieldError = z.object({ field: z.string(), code: z.string(), message: z.string() })

export const problemDocument = z.object({
  type: z.string().describe('/problems/ and the code'),
  title: z.string(),
  status: z.int(),
  code: z.string().describe('Stable: what a program may decide on'),
  detail: z.string().describe('A Spanish sentence for people'),
  errors: z
    .array(fieldError)
    .optional()
    .describe('Of validation and forbidden: each wrong, unknown or forbidden field'),
  differences: z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .describe('Of cart_changed and stale_total: how the page differs from the cart'),
  cart: cartAnswer.optional().describe('Of cart_changed and stale_total: the cart as it is now'),
  changed: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Of product_changed: the conflicting fields as they are now'),
  lines: z.array(z.string()).optional().describe('Of synonyms_changed: the lines as they are now'),
  email: z.string().optional().describe("Of google_link_required: the account's"),
  redirect: z.string().optional().describe('Of a failed sign-in by Google: the page that it was for'),
  attemptsLeft: z.int().optional().describe('Of role_key_rejected and role_change_blocked: tries that are left'),
  left: z.number().optional().describe('Of refund_too_large: what is left to refund'),
  until: z.iso
    .datetime()
    .optional()
    .describe('Of checkout_paused and too_many_held: from when an order may be placed again'),
  retryAfter: z.int().optional().describe('In seconds, as the header Retry-After'),
})

export type FieldError = z.infer<typeof fieldError>
