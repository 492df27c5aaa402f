import { z } from 'zod'
import { addressEntry } from '#backend/domain/address.contract.ts'
import { matching } from '#backend/domain/list.contract.ts'
import { invoiceKinds, taxIdLength, taxIdProblem } from '#backend/domain/order/invoice.limits.ts'

/** A payment of the wallet, or a movement of the bank. */
export const paymentId = matching(/^(?:\d{1,20}|T-[0-9A-Z]{3,30})$/)

const echoedLine = z.object({ id: z.int().positive(), quantity: z.int().positive(), price: z.number() })

/** Shipping as the page showed it: price and days are an echo too. */
const shippingEntry = z.object({
  price: z.number().min(0).max(10_000_000),
  days: z.int().positive().max(90),
  address: addressEntry,
})

const invoiceEntry = z
  .object({ kind: z.enum(invoiceKinds), taxId: z.string().max(taxIdLength) })
  .superRefine((invoice, context) => {
    const message = taxIdProblem(invoice)
    if (message) context.addIssue({ code: 'custom', path: ['taxId'], message })
  })

/** Quantity, price and description are an echo of what the page shows; the server prices the cart itself. */
export const preferenceRequest = z.object({
  quantity: z.literal('1'),
  price: z.number().min(0).max(10_000_000_000_000),
  description: z.literal('Tu compra en GamerTech'),
  lines: z.array(echoedLine).max(100).optional(),
  /** Without it the order is picked up; `price` is the total with it. */
  shipping: shippingEntry.optional(),
  /** Without it the invoice is made out to nobody. */
  invoice: invoiceEntry.optional(),
})

export const paymentReturn = z.object({
  orderId: z.int().positive(),
  paymentId: matching(/^\d{1,20}$/).optional(),
})

export const preferenceAnswer = z.object({
  id: z.string(),
  initPoint: z.string(),
  orderId: z.int(),
  total: z.number(),
  currency: z.string(),
  holdUntil: z.iso.datetime(),
})
