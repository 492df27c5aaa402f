// What of a paid order can still be given back.
import type { PanelOrderDetail } from '#frontend/api.ts'

type Refunded = Pick<PanelOrderDetail, 'total' | 'accepted' | 'refunds'>

/** In units of currency; parts on their way count as given and so does what was settled otherwise, those that were refused do not. */
export function leftToRefund({ total, accepted, refunds }: Refunded): number {
  const given = refunds.filter(({ state }) => state !== 'refused')
  return (
    given.reduce((cents, { amount }) => cents - Math.round(amount * 100), Math.round((accepted ?? total) * 100)) / 100
  )
}

/** Units of a product that were bought and not given back. */
export function unitsLeft({ lines, refunds }: Pick<PanelOrderDetail, 'lines' | 'refunds'>, productId: number): number {
  const unitsIn = (all: readonly { id: number; quantity: number }[]) =>
    all.reduce((sum, { id, quantity }) => sum + (id === productId ? quantity : 0), 0)
  return unitsIn(lines) - unitsIn(refunds.flatMap((refund) => refund.lines))
}

/** What of the shipping goes back with these units: all that is left of it with the last ones, else nothing. `amount`: what the units cost. */
export function shippingBack(
  order: Pick<PanelOrderDetail, 'lines' | 'refunds' | 'shipping' | 'total' | 'accepted'>,
  back: readonly { id: number; quantity: number }[],
  amount: number,
): number {
  const isAll = order.lines.every(
    ({ id }) => unitsLeft(order, id) === (back.find((line) => line.id === id)?.quantity ?? 0),
  )
  if (!order.shipping || !isAll || back.length === 0) return 0
  const left = Math.round(leftToRefund(order) * 100) - Math.round(amount * 100)
  return Math.max(0, Math.min(Math.round(order.shipping.price * 100), left)) / 100
}
