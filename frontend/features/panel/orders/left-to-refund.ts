import type { PanelOrderDetail } from '#frontend/api.ts'

type Refunded = Pick<PanelOrderDetail, 'total' | 'accepted' | 'refunds'>

/** In units of currency. Pending and otherwise settled parts count as refunded; refused ones don't. */
export function leftToRefund({ total, accepted, refunds }: Refunded): number {
  const given = refunds.filter(({ state }) => state !== 'refused')
  return (
    given.reduce((cents, { amount }) => cents - Math.round(amount * 100), Math.round((accepted ?? total) * 100)) / 100
  )
}

/** Bought units without refund. */
export function unitsLeft({ lines, refunds }: Pick<PanelOrderDetail, 'lines' | 'refunds'>, productId: number): number {
  const unitsIn = (all: readonly { id: number; quantity: number }[]) =>
    all.reduce((sum, { id, quantity }) => sum + (id === productId ? quantity : 0), 0)
  return unitsIn(lines) - unitsIn(refunds.flatMap((refund) => refund.lines))
}

/** Shipping share of a refund: its rest together with the last units, else nothing. `amount`: price of the units. */
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
