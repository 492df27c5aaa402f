// Reconciles orders whose payment may still arrive, in rounds: several at once, bounded by time.
import { expireOrder } from '#backend/commands/expire-order.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { reconcileOrder } from '#backend/commands/settle-payment.ts'
import { PaymentWalletError } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listOpenCheckouts, listOverdueOrders } from '#backend/readmodels/orders/due-orders.queries.ts'
import type { ShopContext } from '#backend/shop-store.ts'

const halfRoundMs = 45_000

type Parts = {
  services: PurchaseServices
  db: Database
  report: (error: unknown) => void
  /** Concurrent orders, and the number of consecutive unanswered ones that means an outage. */
  atOnce?: number
}

/** Runs a round: finds unnoticed payments, then expires orders. In an outage it tries few; the next goes on there. */
export function roundsOfOpenOrders(parts: Parts): (context: ShopContext) => Promise<void> {
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

function isUnanswered(error: unknown): boolean {
  return error instanceof PaymentWalletError && (error.kind === 'unavailable' || error.kind === 'misconfigured')
}

type Lanes = { atOnce: number; goesOn?: () => boolean }

/** Processes items in order, `atOnce` in parallel, until the time is over; returns the number begun. */
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
