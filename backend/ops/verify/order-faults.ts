import { amountText } from '#backend/domain/money.ts'
import { isPaidState, orderStateNames } from '#backend/domain/order/order.limits.ts'
import { type Order, totalOf } from '#backend/domain/order/order.ts'
import { type OrderAccount, type Units, unitsOf } from './order-account.ts'

/** An open order holds its lines, a paid one sold them, any other neither. */
export function unitFaults({ order, held, sold, returned }: OrderAccount): string[] {
  if (!order) return ['tiene pagos o unidades, pero nadie la hizo']
  const units = unitsOf(order.lines)
  const nothing: Units = new Map()
  return [
    ...differences('apartadas', held, order.status === 'placed' ? units : nothing),
    // Refunded units stay sold until an admin restocks them.
    ...differences('vendidas', sold, order.paidBy === null ? nothing : units),
    ...[...returned]
      .filter(([productId, units]) => units > (sold.get(productId) ?? 0))
      .map(([productId, units]) => `volvieron ${units} unidades del producto ${productId}, más de las vendidas`),
  ]
}

function differences(word: string, found: Units, expected: Units): string[] {
  return [...new Map([...found, ...expected]).keys()].flatMap((productId) => {
    const [is, should] = [found.get(productId) ?? 0, expected.get(productId) ?? 0]
    return is === should ? [] : [`tiene ${is} unidades ${word} del producto ${productId}, corresponden ${should}`]
  })
}

/** A paid order was charged its total, or an accepted amount, once, less partial refunds; others nothing. */
export function moneyFaults(account: OrderAccount): string[] {
  const { order, refundedBy, payments } = account
  if (!order) return []
  const { lines, shipping, totalCents, currency, status, paidBy } = order
  const linesCents = totalOf(lines) + (shipping?.priceCents ?? 0)
  const amount = (cents: number) => amountText(cents, currency)
  const faults =
    linesCents === totalCents ? [] : [`sus líneas suman ${amount(linesCents)}, su total es ${amount(totalCents)}`]
  const payer = payments.get(paidBy ?? '')
  if (paidBy !== null && !payer?.approved) faults.push(`figura pagada por el pago ${paidBy}, que no está aprobado`)
  if (refundedBy !== null && !payments.get(refundedBy)?.refunded)
    faults.push(`figura devuelta por el pago ${refundedBy}, que no se devolvió`)
  for (const [paymentId, { approved, requested, refunded, currency: paid }] of payments) {
    if (approved > 0 && paid !== currency) faults.push(`el pago ${paymentId} es en ${paid}, la orden en ${currency}`)
    if (refunded > Math.max(approved, requested))
      faults.push(`el pago ${paymentId} devolvió ${amount(refunded)} de ${amount(Math.max(approved, requested))}`)
  }
  const price = payer?.isAccepted ? payer.approved : totalCents
  return [...faults, ...chargeFaults(order, payments, isPaidState(status) ? price - (payer?.parts ?? 0) : 0)]
}

function chargeFaults({ status, totalCents, currency }: Order, payments: OrderAccount['payments'], due: number) {
  const amount = (cents: number) => amountText(cents, currency)
  const approved = [...payments.values()].filter((payment) => payment.approved > 0)
  const kept = approved.filter((payment) => payment.requested === 0 && payment.refunded === 0)
  const charged = approved.reduce(
    (sum, payment) => sum + payment.approved - Math.max(payment.refunded, payment.requested),
    0,
  )
  if (charged === due) return []
  if (kept.length > 1)
    return [
      `se pagó ${kept.length} veces y nadie pidió devolver: cobrado ${amount(charged)}, total ${amount(totalCents)}`,
    ]
  return [`está ${orderStateNames[status]} con ${amount(charged)} cobrados, corresponden ${amount(due)}`]
}
