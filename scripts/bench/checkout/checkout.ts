// A sale over HTTP: 'Pagar', and the way from add to cart to paid, by shoppers with accounts of their own. Shop, fake wallet and driver are
// processes of their own on one PostgreSQL; beside them, transactions of two inserts by node-pg, the least that a sale must write.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { addProduct } from '#backend/commands/products/products.ts'
import { createPool } from '#backend/db/database.ts'
import { fakeWalletControl } from '#backend/gateways/payment-wallet/fake/control-client.ts'
import { openCore } from '#backend/shop.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import {
  drive,
  type Finding,
  interleave,
  type Run,
  rateOf,
  ratioOf,
  showRuns,
  showSpread,
  tell,
} from '#scripts/bench/measure.ts'
import { serveInChild, walletCredentials } from '#scripts/bench/served/served.ts'
import { enter, type Shopper } from './shopper.ts'

const crowds = [10, 50]
const rounds = 3
const milliseconds = 4000
const products = 20
const price = 100

type Stage = { shopUrl: string; walletUrl: string; raw: pg.Pool; productIds: number[]; close(): Promise<void> }

export async function run(ground: Ground): Promise<Finding[]> {
  const stage = await setStage(ground)
  try {
    const shoppers = await enterAll(stage.shopUrl, Math.max(...crowds))
    const findings: Finding[] = []
    for (const crowd of crowds)
      for (const [what, sale] of Object.entries(salesOf(stage))) {
        const runs = await interleave(rounds, {
          shop: () => driveShoppers(shoppers.slice(0, crowd), sale),
          raw: () => drive(crowd, milliseconds / 4, () => insertTwice(stage.raw)),
        })
        findings.push(report(`${crowd} shoppers ${what}`, runs))
      }
    return findings
  } finally {
    await stage.close()
  }
}

async function setStage(ground: Ground): Promise<Stage> {
  await using opened = new AsyncDisposableStack()
  const databaseUrl = await ground.createDatabase()
  const wallet = await serveInChild({ kind: 'wallet', databaseUrl })
  opened.defer(wallet.stop)
  const mailbox = await serveInChild({ kind: 'mailbox', databaseUrl })
  opened.defer(mailbox.stop)
  const shop = await serveInChild({ kind: 'shop', databaseUrl, walletUrl: wallet.url, smtpUrl: mailbox.url })
  opened.defer(shop.stop)
  const raw = createPool(await ground.createDatabase(), { as: 'owner', max: 16, name: 'raw', limits: false })
  opened.defer(() => raw.end())
  for (const table of ['orders', 'payments'])
    await raw.query(`create table ${table} (id bigint generated always as identity primary key, data json not null)`)
  const productIds = await addProducts(databaseUrl)
  const parts = opened.move()
  return { shopUrl: shop.url, walletUrl: wallet.url, raw, productIds, close: () => parts.disposeAsync() }
}

async function insertTwice(raw: pg.Pool): Promise<void> {
  const client = await raw.connect()
  await client.query('begin')
  for (const table of ['orders', 'payments']) await client.query(`insert into ${table} (data) values ($1)`, [{ price }])
  await client.query('commit')
  client.release()
}

/** What a shopper does again and again, by its name in the report. */
function salesOf({ walletUrl, productIds }: Stage): Record<string, (shopper: Shopper) => Promise<void>> {
  const { choose } = fakeWalletControl(walletUrl, walletCredentials.accessToken)
  const productOf = (shopper: Shopper) => productIds[shopper.id % products] ?? 0
  return {
    'from add to cart to paid': async (shopper) => {
      const placed = await placeOrder(shopper, productOf(shopper))
      await choose(placed.id, 'approved')
      for (;;) {
        const { state } = await shopper.send<{ state: string }>('GET', `/api/order/${placed.orderId}`)
        if (state === 'paid') return
        await sleep(20)
      }
    },
    "from add to cart over 'Pagar' to cancelled, cart empty again": async (shopper) => {
      const placed = await placeOrder(shopper, productOf(shopper))
      await shopper.send('POST', `/api/order/${placed.orderId}/cancel`, {})
      await shopper.send('POST', '/api/cart/deleteitem', { userId: shopper.id, itemId: productOf(shopper) })
    },
  }
}

function report(what: string, { shop, raw }: { shop: Run[]; raw: Run[] }): Finding {
  const ratio = showSpread(ratioOf(shop, raw, rateOf), 3)
  const figure = `shop ${showRuns(shop)}, two inserts by node-pg ${showRuns(raw)}, ratio ${ratio}`
  return tell({ goal: 'sale', what, figure, aim: '', isReached: true })
}

async function addProducts(databaseUrl: string): Promise<number[]> {
  const core = await openCore({ databaseUrl, dataKey: Buffer.alloc(32, 1), sessionSecret: 'b'.repeat(40) })
  try {
    const details = { name: 'Teclado', description: '', category: 'Periféricos', imageUrl: '', specs: [] }
    const product = { details, priceCents: price * 100, currency: 'ARS', units: 1_000_000 }
    const context = { actor: 'operator', correlation: 'bench' } as const
    const ids: number[] = []
    for (let n = 0; n < products; n++) ids.push((await addProduct(core.store, context, product)).result)
    return ids
  } finally {
    await core.close()
  }
}

async function enterAll(origin: string, count: number): Promise<Shopper[]> {
  const shoppers: Shopper[] = []
  for (let n = 0; n < count; n++) shoppers.push(await enter(origin, n))
  return shoppers
}

async function placeOrder(shopper: Shopper, productId: number) {
  const { id: userId } = shopper
  await shopper.send('POST', '/api/cart/addproducttocart', { userId, productId: { id: productId, quantity: 1 } })
  const body = { quantity: '1', price, description: 'Tu compra en GamerTech' }
  return shopper.send<{ orderId: number; id: string }>('POST', '/api/payment/create_preference', body)
}

/** Each shopper goes through sale after sale. */
function driveShoppers(shoppers: readonly Shopper[], sale: (shopper: Shopper) => Promise<void>): Promise<Run> {
  const free = [...shoppers]
  return drive(shoppers.length, milliseconds, async () => {
    const shopper = free.pop() as Shopper
    await sale(shopper)
    free.push(shopper)
  })
}
