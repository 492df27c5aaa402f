import { z } from 'zod'
import { accountFields, detailFields, type SellerField, sellerFields, sellerProblem, tidy } from './seller.limits.ts'

function checked<Field extends SellerField>(fields: Record<Field, unknown>) {
  const shape = Object.keys(fields).map((name) => {
    const field = name as Field
    const read = z
      .string()
      .max(1000)
      .transform((value) => tidy(field, value))
    const told = read.superRefine((value, context) => {
      const message = sellerProblem(field, value)
      if (message) context.addIssue({ code: 'custom', message })
    })
    return [field, told]
  })
  return Object.fromEntries(shape) as Record<Field, z.ZodType<string, string>>
}

/** `revision`: as the admin saw it. */
export const changedSeller = z.object({ revision: z.int().min(0), ...checked(detailFields) })
export const changedBankAccount = z.object({
  revision: z.int().min(0),
  superAdminKey: z.string().min(1).max(200).optional(),
  ...checked(accountFields),
})

const told = <Field extends SellerField>(fields: Record<Field, unknown>) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, z.string()])) as Record<Field, z.ZodString>

/** For everybody. */
export const sellerAnswer = z.object(told(detailFields))
export const sellerSettingsAnswer = z.object({ revision: z.int(), ...told(sellerFields) })
export type SellerSettings = z.output<typeof sellerSettingsAnswer>
