// Sales over HTTP: 'Pagar' with an instant provider, and the way from cart to paid with the fake wallet. Shops,
// wallets and driver are separate processes on one PostgreSQL. The floor is a node-pg transaction with two inserts,
// the least that a sale must write.
// Every shopper buys once and waits for the answer, so by Little's law the mean wait is shoppers / rate. Therefore a
// large crowd measures the rate and a small one the p95.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import { openCore } from '#backend/shop.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import {
  drain,
  drive,
  type Finding,
  interleave,
  quantile,
  type Run,
  rateOf,
  ratioOf,
  showRuns,
  showSpread,
  tell,
} from '#scripts/bench/measure.ts'
import { type Served, serveInChild, shopSecrets } from '#scripts/bench/served/served.ts'
import { type Measured, medianCost, openMeter, type SaleCost, showCost } from './sale-cost.ts'
import { addProducts, approve, enter, price, type Shopper } from './shopper.ts'

const crowds = [10, 50]
const rounds = 3
const orders = 500
const sales = 200
/** Unmeasured warm-up rounds: a process compiles its hot code during its first thousand sales. */
const warming = 5
const rawMs = 1000

type Stage = Measured & { databaseUrl: string; productIds: number[]; raw: pg.Pool }
type Goal = { name: string; least: number; p95Ms?: number; count: number }
type Sale = (shopper: Shopper) => Promise<void>

/** `shoppers`: measures only the whole sale, with a crowd of this size. */
export async function run(ground: Ground, { shoppers }: { shoppers?: number } = {}): Promise<Finding[]> {
  const pressed =
    shoppers !== undefined
      ? []
      : await onStage(ground, 'instant-wallet', async (stage) => {
          const goal = { name: "'Pagar'", least: 300, p95Ms: 100, count: orders }
          return measure(stage, goal, async (shopper) => void (await pay(shopper)))
        })
  const whole = await onStage(ground, 'wallet', async (stage) => {
    const goal = { name: 'from add to cart to paid', least: 150, count: sales }
    return measure(stage, goal, buyerOf(stage), shoppers === undefined ? crowds : [shoppers])
  })
  return [...pressed, ...whole]
}

async function measure(stage: Stage, goal: Goal, sale: Sale, crowded = crowds): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const crowd of crowded) {
    const costs: SaleCost[] = []
    const runs = await interleave(rounds, {
      // New shoppers each round, since an earlier order would slow a purchase. The first round is not counted.
      shop: await withNewShoppers(stage, crowd, goal.count, sale, costs),
      raw: () => drive(crowd, rawMs, () => insertTwice(stage.raw)),
    })
    const p95 = quantile(
      runs.shop.map((one) => one.p95),
      0.5,
    )
    const figure = `shop ${showRuns(runs.shop)}, p95 ${p95.toFixed(0)} ms; two inserts by node-pg ${showRuns(runs.raw)}, ratio ${showSpread(ratioOf(runs.shop, runs.raw, rateOf), 3)}`
    const rate = quantile(runs.shop.map(rateOf), 0.5)
    const judged =
      crowd === crowded.at(-1)
        ? { aim: `>= ${goal.least}/s`, isReached: rate >= goal.least }
        : goal.p95Ms === undefined
          ? { aim: '', isReached: true }
          : { aim: `p95 <= ${goal.p95Ms} ms`, isReached: p95 <= goal.p95Ms }
    findings.push(tell({ goal: 'sale', what: `${crowd} shoppers ${goal.name}`, figure, ...judged }))
    const [first, ...counted] = costs as [SaleCost, ...SaleCost[]]
    for (const [what, cost] of [
      [`${crowd} shoppers ${goal.name}`, medianCost(counted)],
      [`the ${warming * goal.count} before them, not counted`, first],
    ] as const)
      findings.push(tell({ goal: 'sale', what, figure: showCost(cost), aim: '', isReached: true }))
  }
  return findings
}

/** Creates all shoppers before the first measured round. `costs` receives the cost of a sale. */
async function withNewShoppers(
  stage: Stage,
  crowd: number,
  count: number,
  sale: Sale,
  costs: SaleCost[],
): Promise<() => Promise<Run>> {
  const { databaseUrl, shop, productIds } = stage
  const waiting: Shopper[][] = []
  const core = await openCore({ databaseUrl, ...shopSecrets })
  // The last created shoppers buy first.
  for (let round = 0; round <= rounds; round++) {
    const many = round < rounds ? count : warming * count
    waiting.push(await enter(core, { url: shop.url, name: `c${crowd}r${round}n`, count: many, productIds }))
  }
  await core.close()
  const costOf = await openMeter(stage)
  return async () => {
    let run: Run | undefined
    const shoppers = waiting.pop() ?? []
    costs.push(
      await costOf(shoppers.length, async () => {
        run = await drain(crowd, shoppers, sale)
      }),
    )
    return run as Run
  }
}

/** Returns from the wallet and polls the order until it is paid. */
function buyerOf({ wallet }: Stage): Sale {
  return async (shopper) => {
    const { id: userId, productId } = shopper
    await shopper.post('/api/cart/addproducttocart', { userId, productId: { id: productId, quantity: 1 } })
    const { id, orderId } = await pay(shopper, 2)
    const paymentId = (await approve(wallet.url, id)).searchParams.get('payment_id')
    for (;;) {
      const { state } = await shopper.post('/api/payment/return', { orderId, paymentId })
      if (state === 'paid') return
      await sleep(20)
    }
  }
}

/** Presses 'Pagar' like the page. */
function pay(shopper: Shopper, quantity = 1): Promise<{ id: string; orderId: number }> {
  const lines = [{ id: shopper.productId, quantity, price }]
  const body = { quantity: '1', price: price * quantity, description: 'Tu compra en GamerTech', lines }
  return shopper.post('/api/payment/create_preference', body)
}

async function onStage<Result>(
  ground: Ground,
  kind: 'wallet' | 'instant-wallet',
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack()
  const databaseUrl = await ground.createDatabase()
  const started = async (served: Promise<Served>) => {
    const one = await served
    opened.defer(one.stop)
    return one
  }
  const wallet = await started(serveInChild({ kind, databaseUrl }))
  const mailbox = await started(serveInChild({ kind: 'mailbox', databaseUrl }))
  const shop = await started(serveInChild({ kind: 'shop', databaseUrl, walletUrl: wallet.url, smtpUrl: mailbox.url }))
  const core = await openCore({ databaseUrl, ...shopSecrets })
  const productIds = await addProducts(core)
  await core.close()
  const owner = createPool(databaseUrl, { as: 'owner', max: 1, name: 'bench', limits: false })
  opened.defer(() => owner.end())
  const raw = await openRaw(await ground.createDatabase())
  opened.defer(() => raw.end())
  return await work({ ground, databaseUrl, owner, shop, wallet, mailbox, raw, productIds })
}

async function openRaw(databaseUrl: string): Promise<pg.Pool> {
  const raw = createPool(databaseUrl, { as: 'owner', max: 16, name: 'raw', limits: false })
  for (const table of ['orders', 'payments'])
    await raw.query(`create table ${table} (id bigint generated always as identity primary key, data json not null)`)
  return raw
}

async function insertTwice(raw: pg.Pool): Promise<void> {
  const client = await raw.connect()
  await client.query('begin')
  for (const table of ['orders', 'payments']) await client.query(`insert into ${table} (data) values ($1)`, [{ price }])
  await client.query('commit')
  client.release()
}
