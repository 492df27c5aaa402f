// Requests with a long history beside the same with a short one: add to cart, restock, sale, product page. One caller
// at a time, in turns.
import { setTimeout as sleep } from 'node:timers/promises'
import { addItemToCart } from '#backend/commands/cart.ts'
import { modifyProduct } from '#backend/commands/products/products.ts'
import { createPool } from '#backend/db/database.ts'
import { migrate } from '#backend/db/migrate.ts'
import { stockMove } from '#backend/domain/stock/stock.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import { findProductView } from '#backend/http/routes/product/product-views.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { type Core, openCore } from '#backend/shop.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { drive, type Finding, interleave, ratioOf, showRuns, showSpread, tell } from '#scripts/bench/measure.ts'
import { type BuyersCall, callsOf, fillOrders, shownOrders } from './buyer.ts'
import { append, context, details, fillCart, fillReviews, fillStock, makeProduct } from './long-lives.ts'

export type Sizes = { cart: number; stock: number; reviews: number; orders: number }
const short = 10
/** Rotates carts, so that no call finds the previous one's data cached. */
const cartsOfSize = 4
const salesPerSecond = 30
const aim = 1.5
const buyersAim = 2

type Pace = { rounds: number; ms: number }
const usualPace: Pace = { rounds: 15, ms: 300 }

export async function run(ground: Ground, sizes: Sizes): Promise<Finding[]> {
  return measureRequests(await ground.createDatabase(), sizes, usualPace)
}

/** `databaseUrl`: an empty database. `ms`: length of each contestant's round. */
export async function measureRequests(databaseUrl: string, sizes: Sizes, pace: Pace): Promise<Finding[]> {
  await using opened = new AsyncDisposableStack()
  await migrate(databaseUrl)
  const core = await openCore({ databaseUrl, dataKey: Buffer.alloc(32, 1), sessionSecret: 'b'.repeat(40) })
  opened.defer(() => core.close())
  const cheap = await makeProduct(core)
  const findings: Finding[] = []
  for (const events of new Set([Math.ceil(sizes.cart / 5), sizes.cart]))
    findings.push(await compareCarts(core, cheap, events, pace))
  findings.push(...(await compareRestocks(core, sizes.stock, pace)))
  const { id, few } = { id: await makeProduct(core), few: await makeProduct(core) }
  await fillReviews(core, id, sizes.reviews)
  await fillReviews(core, few, short)
  const owner = createPool(databaseUrl, { as: 'owner', max: 2, name: 'bench', limits: false })
  opened.defer(() => owner.end())
  await openProjections(owner, core.store, projections)
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
      await compare(`one buyer of ${orders} orders: ${name}`, calls.loyal[name], calls.recent[name], pace, buyersAim),
    )
  return findings
}

async function compareCarts(core: Core, productId: number, events: number, pace: Pace): Promise<Finding> {
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

/** Restocks and counts while the product is being sold. */
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
  const selling = sell(core, [long, brief])
  const what = `with ${events} stock events under ${salesPerSecond} sales/s`
  const findings = [
    await compare(`restock ${what}`, modify(long, 999_999), modify(brief, 999_999), pace),
    await compare(`count of the stock ${what}`, modify(long), modify(brief), pace),
  ]
  await selling.stop()
  return findings
}

/** Sells each product at a fixed rate, however long it takes. */
function sell(core: Core, productIds: readonly number[]) {
  let isOver = false
  const open: Promise<unknown>[] = []
  const selling = (async () => {
    for (let orderId = 1; !isOver; orderId++) {
      for (const productId of productIds) open.push(sale(core, productId, orderId))
      await sleep(1000 / salesPerSecond)
    }
    await Promise.all(open)
  })()
  return {
    stop() {
      isOver = true
      return selling
    },
  }
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
    await compare(
      `a sale, until the catalogue shows it, of a product with ${reviews} reviews`,
      sold(many),
      sold(few),
      pace,
    ),
    await compare(`the page of a product with ${reviews} reviews, from PostgreSQL`, page(many), page(few), pace),
  ]
}

type Call = () => Promise<unknown>

async function compare(what: string, long: Call, brief: Call, { rounds, ms }: Pace, most = aim): Promise<Finding> {
  let failed = 0
  const counted = (call: Call) => () => drive(1, ms, () => call().catch(() => failed++))
  const runs = await interleave(rounds, { long: counted(long), brief: counted(brief) })
  const ratio = ratioOf(runs.long, runs.brief, (one) => one.p50)
  return tell({
    goal: 'G12',
    what,
    figure: `${showRuns(runs.long)}; with ${short}: ${showRuns(runs.brief)}; ratio of p50 ${showSpread(ratio)}, ${failed} failed`,
    aim: `<= ${most}x, none failed`,
    isReached: ratio.median <= most && failed === 0,
  })
}
