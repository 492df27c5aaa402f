// When an order is placed, tell its buyer how to pay it: at once for a transfer, after some minutes for the wallet.
import type { Policy } from './policy.ts'

/** Most orders in the wallet are paid by then. */
const patienceMs = 3 * 60_000
const reminderMs = 12 * 3_600_000

export const whenOrderPlacedTellBuyer: Policy<'OrderPlaced'> = {
  on: 'OrderPlaced',
  jobs({ data: { orderId, transfer, holdUntil }, position, at }) {
    const about = { orderId, position }
    const startAfter = (ms: number) => ({ startAfter: new Date(ms).toISOString() })
    if (!transfer)
      return [
        { name: 'send-order-mail', data: { mail: 'received', ...about }, ...startAfter(at.getTime() + patienceMs) },
      ]
    const reminder = { mail: 'transfer-reminder', ...about } as const
    return [
      { name: 'send-order-mail', data: { mail: 'transfer-awaited', ...about } },
      { name: 'send-order-mail', data: reminder, ...startAfter(Date.parse(holdUntil) - reminderMs) },
    ]
  },
}
