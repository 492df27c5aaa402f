// Requests with a long history beside the same with a short one: add to cart, and restock during sales. One caller at a
// time, in turns.
import { addItemToCart } from '#backend/commands/cart.ts'
import { modifyProduct } from '#backend/commands/products/products.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import type { Core } from '#backend/shop.ts'
import type { Bench } from '#scripts/bench/ground.ts'
import { drive, type Finding, interleave, tellRatios } from '#scripts/bench/measure.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { OpenLoop } from '#scripts/load/open-loop.ts'
import { append, context, details, fillCart, fillStock, makeProduct } from './long-lives.ts'

export type Sizes = { cart: number; stock: number }
const short = 10
/** Rotates carts, so that no call finds the previous one's data cached. */
const cartsOfSize = 4
const salesPerSecond = 30
const mostSales = 1000
const aim = 1.5

const usualSizes: Sizes = { cart: 50_000, stock: 200_000 }
/** `ms`: length of each contestant's round. */
type Turns = { rounds: number; ms: number }
const usualTurns: Turns = { rounds: 15, ms: 300 }

export const growth: Bench = {
  isLong: true,
  async run(ground) {
    return measureRequests(await ground.createDatabase(), usualSizes, usualTurns)
  },
}

export async function measureRequests(databaseUrl: string, sizes: Sizes, turns: Turns): Promise<Finding[]> {
  await using opened = new AsyncDisposableStack()
  const core = await openCoreUnderTest(databaseUrl, opened)
  const cheap = await makeProduct(core)
  const findings: Finding[] = []
  for (const events of new Set([Math.ceil(sizes.cart / 5), sizes.cart]))
    findings.push(...(await compareCarts(core, cheap, events, turns)))
  findings.push(...(await compareRestocks(core, sizes.stock, turns)))
  return findings
}

async function compareCarts(core: Core, productId: number, events: number, turns: Turns): Promise<Finding[]> {
  const base = events * 10
  const users = (size: number) => Array.from({ length: cartsOfSize }, (_, nth) => base + nth + (size === short ? 0 : 5))
  const fill = async (size: number) => {
    for (const userId of users(size)) {
      await fillCart(core, userId, productId, size)
      await addItemToCart(core.store, context, { userId, productId, quantity: 1 }) // reads it whole, and closes its books
    }
  }
  await fill(short)
  await fill(events)
  const adding = (size: number) => {
    const carts = users(size)
    let next = 0
    return () =>
      addItemToCart(core.store, context, { userId: carts[next++ % carts.length] ?? 0, productId, quantity: 1 })
  }
  return compare(`add to cart after ${events} events`, adding(events), adding(short), turns)
}

async function compareRestocks(core: Core, events: number, turns: Turns): Promise<Finding[]> {
  const [long, brief] = [await makeProduct(core), await makeProduct(core)]
  await fillStock(core, long, events)
  await fillStock(core, brief, short)
  let units = 1_000_000
  const modify = (productId: number, unitsSeen?: number) => () =>
    modifyProduct(core.store, context, {
      productId,
      details,
      priceCents: 100,
      isActive: true,
      units: ++units,
      unitsSeen,
    })
  const selling = [long, brief].map(
    (id) => new OpenLoop(1000 / salesPerSecond, mostSales, (nth) => sale(core, id, nth + 1)),
  )
  const what = `with ${events} stock events under ${salesPerSecond} sales/s`
  const findings = [
    ...(await compare(`restock ${what}`, modify(long, 999_999), modify(brief, 999_999), turns)),
    ...(await compare(`count of the stock ${what}`, modify(long), modify(brief), turns)),
  ]
  await Promise.all(selling.map((loop) => loop.stop()))
  return findings
}

/** A sale's stock events: the hold at 'Pagar', and the departure on payment. */
async function sale(core: Core, productId: number, orderId: number): Promise<number> {
  const line = { productId, quantity: 1 }
  const write = (type: 'StockHeld' | 'StockConsumed') =>
    append(core, { stream: `stock-${productId}`, expected: null, events: [stockMove(type, orderId, line)] })
  await write('StockHeld')
  return write('StockConsumed')
}

type Call = () => Promise<unknown>

async function compare(what: string, long: Call, brief: Call, { rounds, ms }: Turns): Promise<Finding[]> {
  let failed = 0
  const counted = (call: Call) => () => drive(1, ms, () => call().catch(() => failed++))
  const runs = await interleave(rounds, { shop: counted(long), brief: counted(brief) })
  return tellRatios(what, runs, { brief: { of: 'p50', most: aim } }, failed)
}
