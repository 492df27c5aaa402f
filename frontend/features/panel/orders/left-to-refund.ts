// What of a paid order can still be given back.
import type { PanelOrderDetail } from '#frontend/api.ts'

type Refunded = Pick<PanelOrderDetail, 'total' | 'refunds'>

/** In units of currency; parts on their way count as given. */
export function leftToRefund({ total, refunds }: Refunded): number {
  return refunds.reduce((cents, { amount }) => cents - Math.round(amount * 100), Math.round(total * 100)) / 100
}

/** Units of a product that were bought and not given back. */
export function unitsLeft({ lines, refunds }: Pick<PanelOrderDetail, 'lines' | 'refunds'>, productId: number): number {
  const unitsIn = (all: readonly { id: number; quantity: number }[]) =>
    all.reduce((sum, { id, quantity }) => sum + (id === productId ? quantity : 0), 0)
  return unitsIn(lines) - unitsIn(refunds.flatMap((refund) => refund.lines))
}
