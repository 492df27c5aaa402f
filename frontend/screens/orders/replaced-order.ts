import { addressFieldNames, tidyAddress } from '#backend/domain/address.limits.ts'
import { isSameInvoice, readTaxId } from '#backend/domain/order/invoice.limits.ts'
import type { Cart, ShippedOrder } from '#frontend/api.ts'
import type { Delivery } from '#frontend/features/delivery/use-delivery.ts'

/** Says that the order will be replaced, and whose change caused it; null if 'Pagar' leads to the same order. */
export function replacedBy(
  { lines }: Pick<Cart, 'lines'>,
  { isShipped, address, offer, invoice }: Pick<Delivery, 'isShipped' | 'address' | 'offer' | 'invoice'>,
  order: ShippedOrder,
  byTransfer: boolean,
): string | null {
  if (order.state !== 'placed') return null
  if (byTransfer) return `Vas a pagar por transferencia: se reemplaza la orden Nº ${order.id}.`
  const tidy = tidyAddress(address)
  const isSameWay = isShipped
    ? order.shipping !== null && addressFieldNames.every((field) => order.address?.[field] === tidy[field])
    : order.shipping === null
  const isOffered =
    !isShipped || !offer || (order.shipping?.price === offer.price && order.shipping.days === offer.days)
  const asked = invoice && { ...invoice, taxId: readTaxId(invoice) }
  const isSame = isSameWay && unitsOf(lines) === unitsOf(order.lines) && isSameInvoice(asked, order.invoice)
  if (isSame && isOffered && pricesOf(lines) === pricesOf(order.lines)) return null
  return `${isSame ? 'Cambió un precio' : 'Cambiaste algo'}: se reemplaza la orden Nº ${order.id}.`
}

type Lines = readonly { id: number; quantity: number; price: number }[]
const unitsOf = (lines: Lines) => keyOf(lines.map(({ id, quantity }) => `${id}x${quantity}`))
const pricesOf = (lines: Lines) => keyOf(lines.map(({ id, price }) => `${id}@${price}`))
const keyOf = (texts: string[]) => texts.sort().join()
