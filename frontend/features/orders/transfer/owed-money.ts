import type { OrderDetail } from '#frontend/api.ts'

type Refunded = Pick<OrderDetail, 'transfer' | 'refunds' | 'fullRefunds'>

/** Money on its way back, in units of currency. */
export function owedOf({ transfer, refunds, fullRefunds }: Refunded): number {
  const owed = transfer ? [...refunds, ...fullRefunds].filter(({ state }) => state === 'under_way') : []
  return owed.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100
}
