// Requests with a long history beside the same with a short one: add to cart, restock, sale, product page. One caller
// at a time, in turns.
import { addItemToCart } from '#backend/commands/cart.ts'
import { modifyProduct } from '#backend/commands/products/products.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import { findProductView } from '#backend/http/routes/product/product-views.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { Core } from '#backend/shop.ts'
import { type Bench, openCoreOn } from '#scripts/bench/ground.ts'
import { drive, type Finding, interleave, tellRatios } from '#scripts/bench/measure.ts'
import { OpenLoop } from '#scripts/load/open-loop.ts'
import { type BuyersCall, callsOf, fillOrders, shownOrders } from './buyer.ts'
import { append, context, details, fillCart, fillReviews, fillStock, makeProduct } from './long-lives.ts'

export type Sizes = { cart: number; stock: number; reviews: number; orders: number }
const short = 10
/** Rotates carts, so that no call finds the previous one's data cached. */
const cartsOfSize = 4
const salesPerSecond = 30
const mostSales = 1000
const aim = 1.5
const buyersAim = 2

const usualSizes: Sizes = { cart: 50_000, stock: 200_000, reviews: 50_000, orders: 2000 }
/** `ms`: length of each contestant's round. */
type Pace = { rounds: number; ms: number }
const usualPace: Pace = { rounds: 15, ms: 300 }

export const growth: Bench = {
  isLong: true,
  async run(ground) {
    return measureRequests(await ground.createDatabase(), usualSizes, usualPace)
  },
}

export async function measureRequests(databaseUrl: string, sizes: Sizes, pace: Pace): Promise<Finding[]> {
  await using opened = new AsyncDisposableStack()
  const [core, raw] = await openCoreOn(databaseUrl, opened)
  const cheap = await makeProduct(core)
  const findings: Finding[] = []
  for (const events of new Set([Math.ceil(sizes.cart / 5), sizes.cart]))
    findings.push(...(await compareCarts(core, cheap, events, pace)))
  findings.push(...(await compareRestocks(core, sizes.stock, pace)))
  const { id, few } = { id: await makeProduct(core), few: await makeProduct(core) }
  await fillReviews(core, id, sizes.reviews)
  await fillReviews(core, few, short)
  await openProjections(raw, core.store, projections)
  const pump = new Pump({
    databaseUrl,
    store: core.store,
    subscriptions: projections.map((projection) => ({ kind: 'projection', projection })),
    notifications: core.notifications,
    report: () => undefined,
  })
  opened.defer(() => pump.stop())
  pump.start()
  findings.push(...(await compareReviews(core, { many: id, few, reviews: sizes.reviews }, pace)))
  findings.push(...(await compareBuyers(core, cheap, sizes.orders, pace)))
  return findings
}

/** A frequent buyer beside a new one, in all of a buyer's calls. */
async function compareBuyers(core: Core, productId: number, orders: number, pace: Pace): Promise<Finding[]> {
  const [loyal, recent] = [await core.store.nextId('user'), await core.store.nextId('user')]
  await fillOrders(core, loyal, productId, orders)
  await fillOrders(core, recent, productId, shownOrders)
  const calls = { loyal: callsOf(core, loyal, productId), recent: callsOf(core, recent, productId) }
  // The first change of each cart reads it whole and writes a snapshot event.
  for (const { 'add to cart': add } of Object.values(calls)) await add()
  const shown = ['orders', 'carts', 'catalogue', 'reviews'] as const
  await core.positions.waitFor(shown, await core.store.head())
  const findings: Finding[] = []
  for (const name of Object.keys(calls.loyal) as BuyersCall[])
    findings.push(
      ...(await compare(
        `one buyer of ${orders} orders: ${name}`,
        calls.loyal[name],
        calls.recent[name],
        pace,
        buyersAim,
      )),
    )
  return findings
}

async function compareCarts(core: Core, productId: number, events: number, pace: Pace): Promise<Finding[]> {
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
  return compare(`add to cart after ${events} events`, adding(events), adding(short), pace)
}

async function compareRestocks(core: Core, events: number, pace: Pace): Promise<Finding[]> {
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
    ...(await compare(`restock ${what}`, modify(long, 999_999), modify(brief, 999_999), pace)),
    ...(await compare(`count of the stock ${what}`, modify(long), modify(brief), pace)),
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

async function compareReviews(
  core: Core,
  { many, few, reviews }: { many: number; few: number; reviews: number },
  pace: Pace,
): Promise<Finding[]> {
  let orderId = 1_000_000
  await core.positions.waitFor(['catalogue', 'reviews'], await core.store.head())
  const sold = (productId: number) => async () => {
    await core.positions.waitFor(['catalogue'], await sale(core, productId, ++orderId))
  }
  const page = (productId: number) => async () => JSON.stringify(await findProductView(core.db, productId))
  return [
    ...(await compare(
      `a sale, until the catalogue shows it, of a product with ${reviews} reviews`,
      sold(many),
      sold(few),
      pace,
    )),
    ...(await compare(`the page of a product with ${reviews} reviews, from PostgreSQL`, page(many), page(few), pace)),
  ]
}

type Call = () => Promise<unknown>

async function compare(what: string, long: Call, brief: Call, { rounds, ms }: Pace, most = aim): Promise<Finding[]> {
  let failed = 0
  const counted = (call: Call) => () => drive(1, ms, () => call().catch(() => failed++))
  const runs = await interleave(rounds, { shop: counted(long), brief: counted(brief) })
  return tellRatios(what, runs, { brief: { of: 'p50', most } }, failed)
}
