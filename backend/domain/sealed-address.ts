// An address inside an event: each field sealed under the key of the event's `userId`.
import { z } from 'zod'
import { sealed } from '#backend/eventstore/definition/event-definition.ts'
import { type Address, type AddressField, addressFieldNames } from './address.limits.ts'

/** The fields of an address, for the shape of an event that has `userId`. */
export const sealedAddress = () => ({
  recipient: sealed(z.string(), 'userId'),
  street: sealed(z.string(), 'userId'),
  floor: sealed(z.string(), 'userId'),
  city: sealed(z.string(), 'userId'),
  province: sealed(z.string(), 'userId'),
  postalCode: sealed(z.string(), 'userId'),
  phone: sealed(z.string(), 'userId'),
})

/** The address of an event; null once its person was erased. */
export function addressOf(data: Readonly<Record<AddressField, string | null>>): Address | null {
  const fields = addressFieldNames.map((field) => [field, data[field]] as const)
  return fields.some(([, text]) => text === null) ? null : (Object.fromEntries(fields) as Address)
}
