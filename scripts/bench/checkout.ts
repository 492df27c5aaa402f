// Measures sales over HTTP: 'Pagar' with an instant provider, the way from cart to paid with the fake wallet, and a
// changed cart read back. Each shopper buys once and waits for the answer, so the mean wait is shoppers / rate (Little's
// law): a large crowd measures the rate, a small one the p95.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { registerWithHash } from '#backend/commands/account/register-user.ts'
import { addItemToCart } from '#backend/commands/cart.ts'
import { addProduct } from '#backend/commands/products/products.ts'
import { pressButton } from '#backend/gateways/payment-wallet/fake/control.ts'
import type { Core } from '#backend/shop.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { atRest } from '#scripts/fault-injection/processes/stage.ts'
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { Person, type Reply } from '#scripts/load/person.ts'
import type { Bench, Ground } from './ground.ts'
import { drive, type Finding, median, type Run, tell } from './measure.ts'
import { startSandbox } from './sandbox.ts'

const rounds = 3
/** Sales before the first counted round: a process compiles its hot code during its first thousand. */
const warming = 1000
const [products, price] = [20, 100]
const atOnce = 16
/** Connections are shared, since a shopper buys once. */
const agent = new Agent({ keepAlive: true })
const operator = { actor: 'operator', correlation: 'bench' } as const

type Shopper = Person & { productId: number }
type Stage = { shop: WholeShop; core: Core; walletUrl: string; productIds: readonly number[] }
type Sale = { name: string; sales: number; sell(shopper: Shopper): Promise<unknown> }
/** `least`: of the rate; `most`: of the p95 in milliseconds. */
type Crowd = { crowd: number; least?: number; most?: number }

export const checkout: Bench = async (ground) => {
  const instant = await openStage(ground, 'instant-wallet')
  const pressed = { name: "'Pagar'", sales: 500, sell: pay }
  const findings = [
    await measure(instant, pressed, { crowd: 10, most: 100 }),
    await measure(instant, pressed, { crowd: 50, least: 300 }),
  ]
  await instant.shop.stop()
  const whole = await openStage(ground, 'wallet')
  const bought = { name: 'from cart to paid', sales: 200, sell: (one: Shopper) => buy(whole, one) }
  const changed = { name: 'changed cart read back', sales: 500, sell: changeAndRead }
  findings.push(await measure(whole, bought, { crowd: 50, least: 150 }))
  return [...findings, await measure(whole, changed, { crowd: 50, least: 300 })]
}

async function measure(stage: Stage, { name, sales, sell }: Sale, { crowd, least, most }: Crowd): Promise<Finding> {
  // New shoppers each round, since an earlier order would slow a purchase.
  const waiting: Shopper[][] = []
  for (let round = 0; round <= rounds; round++) waiting.push(await enter(stage, round > 0 ? sales : warming))
  const runs: Run[] = []
  for (const shoppers of waiting) {
    // Rows and jobs of earlier sales are not this round's work.
    await atRest(stage.core)
    runs.push(await drive(crowd, each(shoppers, sell)))
  }
  const middle = (of: 'rate' | 'p95') => median(runs.slice(1).map((run) => run[of]))
  const [rate, p95] = [middle('rate'), middle('p95')]
  const aim = most ? { of: 'p95', value: p95, most, unit: ' ms' } : { value: rate, least, unit: '/s' }
  return tell(`${crowd} shoppers, ${name}`, `${rate.toFixed(0)}/s, p95 ${p95.toFixed(0)} ms`, aim)
}

function each<Item>(items: readonly Item[], call: (item: Item) => Promise<unknown>) {
  const left = [...items]
  return () => {
    const item = left.pop()
    return item === undefined ? undefined : call(item)
  }
}

let entered = 0

/** Each with a session and one unit in the cart, through the core, since password hashing is not measured. */
async function enter({ core, shop, productIds }: Stage, count: number): Promise<Shopper[]> {
  const wanted = Array.from({ length: count }, () => entered++)
  const shoppers: Shopper[] = []
  const enterOne = async (nth: number) => {
    const productId = productIds[nth % productIds.length] ?? 0
    const person = { name: 'Comprador', email: `c${nth}@bench.test`, hash: 'none' }
    // Marked as demo, so that no welcome mails disturb the measurement.
    const { userId } = await registerWithHash(core, person, { correlation: 'demo:bench' })
    await addItemToCart(core.store, operator, { userId, productId, quantity: 1 })
    const shopper = Object.assign(new Person(shop, 0, agent), { productId })
    shopper.enter(userId, (await core.sessions.start({ userId, sessionEpoch: 0 })).id)
    shoppers.push(shopper)
  }
  await drive(atOnce, each(wanted, enterOne))
  return shoppers
}

/** Retries like the page on 503; throws on any other status but 200. */
async function served<Body>(send: () => Promise<Reply>): Promise<Body> {
  const { status, text } = await send()
  if (status === 503) {
    await sleep(20)
    return served(send)
  }
  if (status !== 200) throw new Error(`a shopper was answered ${status}: ${text}`)
  return JSON.parse(text) as Body
}

function pay(shopper: Shopper, quantity = 1): Promise<{ id: string; orderId: number }> {
  const lines = [{ id: shopper.productId, quantity, price }]
  const body = { quantity: '1', price: price * quantity, description: 'Tu compra en GamerTech', lines }
  return served(() => shopper.send('POST', '/api/payment/create_preference', body))
}

const add = (shopper: Shopper) => served(() => shopper.addToCart(shopper.productId))

async function changeAndRead(shopper: Shopper): Promise<void> {
  await add(shopper)
  const { subtotal } = await served<{ subtotal: number }>(() => shopper.readCart())
  if (subtotal !== 2 * price) throw new Error(`a changed cart was read back with ${subtotal}`)
}

async function buy({ walletUrl }: Stage, shopper: Shopper): Promise<void> {
  await add(shopper)
  const { id, orderId } = await pay(shopper, 2)
  const back = await pressButton(walletUrl, id, 'approved')
  const paymentId = new URL(back).searchParams.get('payment_id')
  const comeBack = () => shopper.send('POST', '/api/payment/return', { orderId, paymentId })
  while ((await served<{ state: string }>(comeBack)).state !== 'paid') await sleep(20)
}

async function openStage({ createDatabase, opened }: Ground, kind: 'wallet' | 'instant-wallet'): Promise<Stage> {
  const databaseUrl = await createDatabase()
  const { address: walletUrl } = await startSandbox(kind, opened, databaseUrl)
  const { address: smtpUrl } = await startSandbox('mailbox', opened, databaseUrl)
  const shop = await WholeShop.start(databaseUrl, opened, { walletUrl, smtpUrl })
  const core = await openCoreUnderTest(databaseUrl, opened)
  const details = { name: 'Teclado', description: '', category: 'Periféricos', imageUrl: '', specs: [] }
  const product = { details, priceCents: price * 100, currency: 'ARS', units: 1_000_000 }
  const productIds: number[] = []
  for (let nth = 0; nth < products; nth++) productIds.push((await addProduct(core.store, operator, product)).result)
  return { shop, core, walletUrl, productIds }
}
