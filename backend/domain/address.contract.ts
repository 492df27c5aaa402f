// An address as it is sent and shown.
import { z } from 'zod'
import { type Address, type AddressField, addressFields, addressProblems } from './address.limits.ts'

const text = (field: AddressField) => z.string().max(addressFields[field].max * 2)

export const addressEntry = z
  .object({
    recipient: text('recipient'),
    street: text('street'),
    floor: text('floor').default(''),
    city: text('city'),
    province: text('province'),
    postalCode: text('postalCode'),
    phone: text('phone'),
  })
  .superRefine((address, context) => {
    for (const [field, message] of Object.entries(addressProblems(address)))
      context.addIssue({ code: 'custom', path: [field], message })
  })

export const shownAddress = z.object({
  recipient: z.string(),
  street: z.string(),
  floor: z.string(),
  city: z.string(),
  province: z.string(),
  postalCode: z.string(),
  phone: z.string(),
}) satisfies z.ZodType<Address>
