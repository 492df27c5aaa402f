// Every order whose payment may still arrive is asked about in rounds: several orders at once, and no longer than the provider answers.

import { expireOrder } from '#backend/commands/expire-order.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { reconcileOrder } from '#backend/commands/settle-payment.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listOpenCheckouts, listOverdueOrders } from '#backend/readmodels/orders/due-orders.queries.ts'

/** Each half of a round ends within a minute, whatever the provider takes for an answer. */
const halfRoundMs = 45_000

type Parts = {
  services: PurchaseServices
  db: Database
  /** Told of each order that could not be asked about or ended. */
  report: (error: unknown) => void
  /** Orders under way at a time, and how many without an answer in a row mean that the provider is away. */
  atOnce?: number
}

/**
 * Returns what makes one round: learns of payments that nobody told of, then ends the orders whose hold is over. A provider that is away is
 * asked about a few orders only, and the next round goes on with those behind them. Where it goes on is known to this process alone: another
 * one begins with the first order.
 */
export function roundsOfOpenOrders(parts: Parts): (context: CommandContext<ShopActor>) => Promise<void> {
  const { services, db, report, atOnce = 8 } = parts
  let last = 0
  return async (context) => {
    const open = await listOpenCheckouts(db, services.now(), last)
    let unanswered = 0
    const isAway = () => unanswered >= atOnce
    const ask = async ({ reference }: { reference: string }) => {
      try {
        await reconcileOrder(services, context, reference)
        unanswered = 0
      } catch (error) {
        report(error)
        unanswered += Number(isUnanswered(error))
      }
    }
    const asked = await inLanes(open, ask, { atOnce, goesOn: () => !isAway() })
    last = open[asked - 1]?.orderId ?? last
    const expire = (orderId: number) =>
      expireOrder(services, context, orderId, report, { asks: !isAway() }).catch(report)
    await inLanes(await listOverdueOrders(db, services.now()), expire, { atOnce })
  }
}

/** Another order would meet the same. */
function isUnanswered(error: unknown): boolean {
  return error instanceof PaymentWalletError && (error.kind === 'unavailable' || error.kind === 'misconfigured')
}

type Lanes = { atOnce: number; goesOn?: () => boolean }

/** Works on the items in their order, `atOnce` at a time, until the time is over; returns how many were begun. */
async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { atOnce, goesOn = () => true }: Lanes,
): Promise<number> {
  const until = performance.now() + halfRoundMs
  let begun = 0
  const lane = async () => {
    while (begun < items.length && goesOn() && performance.now() < until) await work(items[begun++] as Item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return begun
}
