// What is wrong with an address that was typed or sent, and where the focus goes then.
import { type Address, addressFieldNames } from '#backend/domain/address.limits.ts'
import { fieldErrorOf } from '#frontend/api-error.ts'

/** The first field of the form that something is wrong with. */
export function focusFirstOf(form: HTMLElement | null, problems: Partial<Address>): void {
  const first = addressFieldNames.find((field) => problems[field])
  const control = first && form?.querySelector(`[name="${first}"]`)
  if (control instanceof HTMLElement) control.focus()
}

/** What the shop says of each field. path: where the address stood in what was sent. */
export function refusedOf(error: Error | null, path: string): Partial<Address> {
  return Object.fromEntries(
    addressFieldNames.flatMap((field) => {
      const message = fieldErrorOf(error, `${path}.${field}`)
      return message ? [[field, message]] : []
    }),
  )
}
