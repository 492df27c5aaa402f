// An address in an event, each field sealed under the `userId`'s key.
import { z } from 'zod'
import { sealed } from '#backend/eventstore/definition/event-definition.ts'
import { type Address, type AddressField, addressFieldNames, ofEachField } from './address.limits.ts'

export const sealedAddress = () => ofEachField(() => sealed(z.string(), 'userId'))

/** Null once the person was erased. */
export function addressOf(data: Readonly<Record<AddressField, string | null>>): Address | null {
  const fields = addressFieldNames.map((field) => [field, data[field]] as const)
  return fields.some(([, text]) => text === null) ? null : (Object.fromEntries(fields) as Address)
}
