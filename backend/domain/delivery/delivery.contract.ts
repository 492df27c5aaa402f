import { z } from 'zod'
import { inCents } from '#backend/domain/list.contract.ts'
import { noPostalCode, postalCodeLength, readPostalCode } from '#backend/domain/official-numbers.limits.ts'
import { deliveryLimits, rangeProblems } from './delivery.limits.ts'

const { price } = deliveryLimits
const range = z.object({ from: z.number(), to: z.number(), price: z.number(), days: z.number() })

/** `revision`: as the admin saw it; prices in units of currency. */
export const changedDelivery = z.object({
  revision: z.int().min(0),
  ranges: z
    .array(range)
    .max(deliveryLimits.ranges, `Admite hasta ${deliveryLimits.ranges} filas.`)
    .superRefine((rows, context) => {
      for (const { row, field, message } of rangeProblems(rows))
        context.addIssue({ code: 'custom', path: [row, field], message })
    }),
  freeFrom: inCents(
    z
      .number()
      .positive('Escribí un monto mayor que cero, o dejalo vacío.')
      .max(price.max * 100),
  ).nullable(),
})

export const postalCodeQuery = z.object({
  postalCode: z
    .string(noPostalCode)
    .max(postalCodeLength, noPostalCode)
    .refine((text) => readPostalCode(text) !== null, noPostalCode),
})

export const shippingAnswer = z.object({ price: z.number(), days: z.int() })

/** shipping: null if there is only pick-up; freeFrom: the subtotal from which it is free. */
export const deliveryQuoteAnswer = z.object({
  postalCode: z.string(),
  shipping: shippingAnswer.nullable(),
  freeFrom: z.number().nullable(),
})
export type DeliveryQuote = z.output<typeof deliveryQuoteAnswer>

export const deliveryTableAnswer = z.object({
  revision: z.int(),
  ranges: z.array(z.object({ from: z.int(), to: z.int(), price: z.number(), days: z.int() })),
  freeFrom: z.number().nullable(),
})
export type DeliveryTable = z.output<typeof deliveryTableAnswer>
