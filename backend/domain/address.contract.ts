import { z } from 'zod'
import { type AddressField, addressFields, addressProblems, ofEachField } from './address.limits.ts'

const text = (field: AddressField) => z.string().max(addressFields[field].max * 2)

export const addressEntry = z
  .object({ ...ofEachField(text), floor: text('floor').default('') })
  .superRefine((address, context) => {
    for (const [field, message] of Object.entries(addressProblems(address)))
      context.addIssue({ code: 'custom', path: [field], message })
  })

export const shownAddress = z.object(ofEachField(() => z.string()))
