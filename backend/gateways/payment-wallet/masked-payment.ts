import type { RawPayment } from './payment-wallet.ts'

/** Everything inside these fields counts as personal. */
const ofPerson = /^(payer|cardholder|additional_info|billing|shipments|ip_address|card|metadata)$/
/** Personal by name, at any depth. */
const personal = /name|email|phone|identification|address|birth|document|cardholder|bank_account|account_holder/

/** Keeps the first character of each personal text or number, like `c•••`. */
export function maskPerson(payment: RawPayment): RawPayment {
  return coverFields(payment, false) as RawPayment
}

function coverFields(value: unknown, isPersonal: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => coverFields(item, isPersonal))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        coverFields(inner, isPersonal || ofPerson.test(key) || personal.test(key)),
      ]),
    )
  const isSaid = typeof value === 'number' || (typeof value === 'string' && value !== '')
  return isPersonal && isSaid ? `${String(value).slice(0, 1)}•••` : value
}
