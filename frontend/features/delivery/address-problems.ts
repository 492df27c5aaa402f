// Errors of an address, typed or refused, and the focus they move.
import { type Address, addressFieldNames } from '#backend/domain/address.limits.ts'
import { fieldErrorOf } from '#frontend/api-error.ts'

/** Focuses the first field with an error. */
export function focusFirstOf(form: HTMLElement | null, problems: Partial<Address>): void {
  const first = addressFieldNames.find((field) => problems[field])
  const control = first && form?.querySelector(`[name="${first}"]`)
  if (control instanceof HTMLElement) control.focus()
}

/** The server's errors per field. `path`: the address's place in the request. */
export function refusedOf(error: Error | null, path: string): Partial<Address> {
  return Object.fromEntries(
    addressFieldNames.flatMap((field) => {
      const message = fieldErrorOf(error, `${path}.${field}`)
      return message ? [[field, message]] : []
    }),
  )
}
