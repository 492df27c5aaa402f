// Sales over HTTP: 'Pagar' with an instant provider, the way from cart to paid with the fake wallet, and a changed
// cart read back, beside the least that a sale must write: a node-pg transaction with two inserts. Every shopper buys
// once and waits for the answer, so by Little's law the mean wait is shoppers / rate. Therefore a large crowd measures
// the rate and a small one the p95.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { registerWithHash } from '#backend/commands/account/register-user.ts'
import { addItemToCart } from '#backend/commands/cart.ts'
import { addProduct } from '#backend/commands/products/products.ts'
import { pressButton } from '#backend/gateways/payment-wallet/fake/control.ts'
import type { Core } from '#backend/shop.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { Person } from '#scripts/load/person.ts'
import { type Bench, type Ground, openCoreOn } from './ground.ts'
import { drain, drive, type Finding, interleave, median, tell, tellRatios } from './measure.ts'
import { startSandbox } from './sandbox.ts'

const crowds = [10, 50]
const rounds = 3
/** Sales before the first counted round: a process compiles its hot code during its first thousand. */
const warming = 1000
const [products, price] = [20, 100]
const rawMs = 1000
const atOnce = 16
/** Connections are shared, since a shopper buys once. */
const agent = new Agent({ keepAlive: true })

type Shopper = Person & { productId: number }
type Sale = { name: string; count: number; least: number; p95Ms?: number; sell(shopper: Shopper): Promise<unknown> }
type Stage = { shop: WholeShop; core: Core; raw: pg.Pool; walletUrl: string; productIds: readonly number[] }

export const checkout: Bench = {
  async run(ground) {
    const pressed = await onStage(ground, 'instant-wallet', (stage) =>
      measure(stage, { name: "'Pagar'", count: 500, least: 300, p95Ms: 100, sell: pay }),
    )
    const whole = await onStage(ground, 'wallet', async (stage) => [
      ...(await measure(stage, { name: 'from cart to paid', count: 200, least: 150, sell: (one) => buy(stage, one) })),
      ...(await measure(stage, { name: 'changed cart read back', count: 500, least: 300, sell: changeAndRead })),
    ])
    return [...pressed, ...whole]
  },
}

async function measure(stage: Stage, { name, count, least, p95Ms, sell }: Sale): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const crowd of crowds) {
    // New shoppers each round, since an earlier order would slow a purchase. The last created buy first.
    const waiting: Shopper[][] = []
    for (let round = 0; round <= rounds; round++) waiting.push(await enter(stage, round < rounds ? count : warming))
    const runs = await interleave(rounds, {
      shop: () => drain(crowd, waiting.pop() ?? [], sell),
      'two inserts': () => drive(crowd, rawMs, () => insertTwice(stage.raw)),
    })
    findings.push(...tellRatios(`${crowd} shoppers, ${name}`, runs, { 'two inserts': {} }))
    const [rate, p95] = [median(runs.shop.map((run) => run.rate)), median(runs.shop.map((run) => run.p95))]
    if (crowd === crowds.at(-1))
      findings.push(
        tell({ what: name, figure: `${Math.round(rate)}/s`, aim: `>= ${least}/s`, isReached: rate >= least }),
      )
    else if (p95Ms !== undefined)
      findings.push(
        tell({ what: name, figure: `p95 ${p95.toFixed(0)} ms`, aim: `<= ${p95Ms} ms`, isReached: p95 <= p95Ms }),
      )
  }
  return findings
}

let entered = 0

/** Each with a session and one unit in the cart, through the core, since password hashing is not measured. */
async function enter({ core, shop, productIds }: Stage, count: number): Promise<Shopper[]> {
  const wanted = Array.from({ length: count }, () => entered++)
  const shoppers: Shopper[] = []
  await drain(atOnce, wanted, async (nth) => {
    const productId = productIds[nth % productIds.length] ?? 0
    const person = { name: 'Comprador', email: `c${nth}@bench.test`, hash: 'none' }
    // Marked as demo, so that no welcome mails disturb the measurement.
    const { userId } = await registerWithHash(core, person, { correlation: 'demo:bench' })
    const context = { actor: 'operator', correlation: 'bench' } as const
    await addItemToCart(core.store, context, { userId, productId, quantity: 1 })
    const shopper = Object.assign(new Person(shop, 0, undefined, agent), { productId })
    shopper.enter(userId, (await core.sessions.start({ userId, sessionEpoch: 0 })).id)
    shoppers.push(shopper)
  })
  return shoppers
}

/** Retries like the page on 503 with Retry-After; throws on any other status but 200. */
async function ask<Body>(shopper: Person, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Body> {
  const { status, text } = await shopper.send(method, path, body)
  if (status === 503) {
    await sleep(20)
    return ask(shopper, method, path, body)
  }
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return JSON.parse(text) as Body
}

function pay(shopper: Shopper, quantity = 1): Promise<{ id: string; orderId: number }> {
  const lines = [{ id: shopper.productId, quantity, price }]
  const body = { quantity: '1', price: price * quantity, description: 'Tu compra en GamerTech', lines }
  return ask(shopper, 'POST', '/api/payment/create_preference', body)
}

function add(shopper: Shopper): Promise<unknown> {
  const line = { userId: shopper.id, productId: { id: shopper.productId, quantity: 1 } }
  return ask(shopper, 'POST', '/api/cart/addproducttocart', line)
}

async function changeAndRead(shopper: Shopper): Promise<void> {
  await add(shopper)
  const { subtotal } = await ask<{ subtotal: number }>(shopper, 'GET', `/api/cart/${shopper.id}`)
  if (subtotal !== 2 * price) throw new Error(`a changed cart was read back with ${subtotal}`)
}

async function buy({ walletUrl }: Stage, shopper: Shopper): Promise<void> {
  await add(shopper)
  const { id, orderId } = await pay(shopper, 2)
  const back = await pressButton(walletUrl, id, 'approved')
  const paymentId = new URL(back).searchParams.get('payment_id')
  for (;;) {
    const { state } = await ask<{ state: string }>(shopper, 'POST', '/api/payment/return', { orderId, paymentId })
    if (state === 'paid') return
    await sleep(20)
  }
}

async function onStage<Result>(
  ground: Ground,
  kind: 'wallet' | 'instant-wallet',
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack()
  const databaseUrl = await ground.createDatabase()
  const walletUrl = await startSandbox(kind, opened, databaseUrl)
  const smtpUrl = await startSandbox('mailbox', opened, databaseUrl)
  const shop = await WholeShop.start(databaseUrl, { walletUrl, smtpUrl })
  opened.defer(() => shop.stop())
  const [core, raw] = await openCoreOn(databaseUrl, opened)
  for (const table of ['orders', 'payments'])
    await raw.query(`create table public.raw_${table} (id bigint generated always as identity, data json not null)`)
  return await work({ shop, core, raw, walletUrl, productIds: await addProducts(core) })
}

async function addProducts({ store }: Core): Promise<number[]> {
  const details = { name: 'Teclado', description: '', category: 'Periféricos', imageUrl: '', specs: [] }
  const product = { details, priceCents: price * 100, currency: 'ARS', units: 1_000_000 }
  const ids: number[] = []
  for (let nth = 0; nth < products; nth++)
    ids.push((await addProduct(store, { actor: 'operator', correlation: 'bench' }, product)).result)
  return ids
}

async function insertTwice(raw: pg.Pool): Promise<void> {
  const client = await raw.connect()
  await client.query('begin')
  for (const table of ['orders', 'payments'])
    await client.query(`insert into public.raw_${table} (data) values ($1)`, [{ price }])
  await client.query('commit')
  client.release()
}
