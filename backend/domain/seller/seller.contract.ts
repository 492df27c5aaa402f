import { z } from 'zod'
import {
  accountFields,
  detailFields,
  ofEach,
  type SellerField,
  sellerFields,
  sellerProblem,
  tidy,
} from './seller.limits.ts'

function checked(field: SellerField): z.ZodType<string, string> {
  const read = z
    .string()
    .max(1000)
    .transform((value) => tidy(field, value))
  return read.superRefine((value, context) => {
    const message = sellerProblem(field, value)
    if (message) context.addIssue({ code: 'custom', message })
  })
}

/** `revision`: as the admin saw it. */
export const changedSeller = z.object({ revision: z.int().min(0), ...ofEach(detailFields, checked) })
export const changedBankAccount = z.object({
  revision: z.int().min(0),
  superAdminKey: z.string().min(1).max(200).optional(),
  ...ofEach(accountFields, checked),
})

const told = () => z.string()

/** For everybody. */
export const sellerAnswer = z.object(ofEach(detailFields, told))
export const sellerSettingsAnswer = z.object({ revision: z.int(), ...ofEach(sellerFields, told) })
export type SellerSettings = z.output<typeof sellerSettingsAnswer>
