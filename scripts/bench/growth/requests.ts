// Requests with a long history beside the same with a short one: add to cart, and restock during sales.
import { addItemToCart } from '#backend/commands/cart.ts'
import { modifyProduct } from '#backend/commands/products/products.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { Core } from '#backend/shop.ts'
import type { Bench } from '#scripts/bench/ground.ts'
import { compare, driveFor, type Finding } from '#scripts/bench/measure.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { OpenLoop } from '#scripts/load/open-loop.ts'
import { fillLog } from './fill-log.ts'
import { append, context, details, longCart, longStock, makeProduct } from './long-lives.ts'

type Sizes = { cart: number; stock: number }
type Turns = { rounds: number; ms: number }
type Call = () => Promise<unknown>

const short = 10
/** Rotates carts, so that no call finds the previous one's data cached. */
const cartsOfSize = 4
const salesPerSecond = 30
const mostSales = 1000
const aim = 1.5

export const growth: Bench = async ({ createDatabase }) =>
  measureRequests(await createDatabase(), { cart: 50_000, stock: 200_000 }, { rounds: 15, ms: 300 })

export async function measureRequests(databaseUrl: string, sizes: Sizes, turns: Turns): Promise<Finding[]> {
  await using opened = new AsyncDisposableStack()
  const core = await openCoreUnderTest(databaseUrl, opened)
  return [await compareCarts(core, sizes.cart, turns), await compareRestocks(core, sizes.stock, turns)]
}

async function compareCarts(core: Core, events: number, turns: Turns): Promise<Finding> {
  const productId = await makeProduct(core)
  const addingTo = async (size: number): Promise<Call> => {
    const users = Array.from({ length: cartsOfSize }, (_, nth) => size * 10 + nth)
    const add = (userId: number) => addItemToCart(core.store, context, { userId, productId, quantity: 1 })
    for (const userId of users) {
      await fillLog(core, longCart(userId, productId, size))
      await add(userId) // reads it whole, and closes its books
    }
    let next = 0
    return () => add(users[next++ % users.length] ?? 0)
  }
  return beside(`add to cart after ${events} events`, [await addingTo(events), await addingTo(short)], turns)
}

async function compareRestocks(core: Core, events: number, turns: Turns): Promise<Finding> {
  let units = 1_000_000
  const restocking = async (size: number): Promise<{ id: number; call: Call }> => {
    const id = await makeProduct(core)
    await fillLog(core, longStock(id, size))
    const change = { productId: id, details, priceCents: 100, isActive: true, unitsSeen: 999_999 }
    return { id, call: () => modifyProduct(core.store, context, { ...change, units: ++units }) }
  }
  const [long, brief] = [await restocking(events), await restocking(short)]
  const sell = (id: number) => new OpenLoop(1000 / salesPerSecond, mostSales, (nth) => sale(core, id, nth + 1))
  const selling = [sell(long.id), sell(brief.id)]
  const what = `restock with ${events} stock events under ${salesPerSecond} sales/s`
  const finding = await beside(what, [long.call, brief.call], turns)
  await Promise.all(selling.map((loop) => loop.stop()))
  return finding
}

/** A sale's stock events: the hold at 'Pagar', and the departure on payment. */
async function sale(core: Core, productId: number, orderId: number): Promise<number> {
  const line = { productId, quantity: 1 }
  const write = (type: 'StockHeld' | 'StockConsumed') =>
    append(core, { stream: `stock-${productId}`, expected: null, events: [stockMove(type, orderId, line)] })
  await write('StockHeld')
  return write('StockConsumed')
}

function beside(what: string, [long, brief]: [Call, Call], { rounds, ms }: Turns): Promise<Finding> {
  const counted = (call: Call) => async () => {
    let failed = 0
    const run = await driveFor(ms, 1, () => call().catch(() => failed++))
    return { ...run, failed }
  }
  return compare(what, rounds, { shop: counted(long), brief: counted(brief) }, { of: 'p50', most: aim })
}
