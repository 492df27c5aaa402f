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
import { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import { Person, type Reply } from '#scripts/load/person.ts'
import type { Bench, Ground } from './ground.ts'
import { drain, type Finding, median, type Run, tell } from './measure.ts'
import { startSandbox } from './sandbox.ts'

const crowds = [10, 50]
const rounds = 3
/** Sales before the first counted round: a process compiles its hot code during its first thousand. */
const warming = 1000
const [products, price] = [20, 100]
const atOnce = 16
/** Connections are shared, since a shopper buys once. */
const agent = new Agent({ keepAlive: true })

type Shopper = Person & { productId: number }
type Sale = { name: string; count: number; least: number; p95Ms?: number; sell(shopper: Shopper): Promise<unknown> }
type Stage = { shop: WholeShop; core: Core; walletUrl: string; productIds: readonly number[] }

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
    const runs: Run[] = []
    for (const shoppers of waiting.toReversed()) runs.push(await drain(crowd, shoppers, sell))
    const middle = (of: 'rate' | 'p95') => median(runs.slice(1).map((run) => run[of]))
    const figure = `${Math.round(middle('rate'))}/s, p95 ${middle('p95').toFixed(0)} ms`
    const what = `${crowd} shoppers, ${name}`
    if (crowd === crowds.at(-1))
      findings.push(tell({ what, figure, aim: `>= ${least}/s`, isReached: middle('rate') >= least }))
    else if (p95Ms !== undefined)
      findings.push(tell({ what, figure, aim: `p95 <= ${p95Ms} ms`, isReached: middle('p95') <= p95Ms }))
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
  for (;;) {
    const { state } = await served<{ state: string }>(() =>
      shopper.send('POST', '/api/payment/return', { orderId, paymentId }),
    )
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
  const core = await openCoreUnderTest(databaseUrl, opened)
  return await work({ shop, core, walletUrl, productIds: await addProducts(core) })
}

async function addProducts({ store }: Core): Promise<number[]> {
  const details = { name: 'Teclado', description: '', category: 'Periféricos', imageUrl: '', specs: [] }
  const product = { details, priceCents: price * 100, currency: 'ARS', units: 1_000_000 }
  const ids: number[] = []
  for (let nth = 0; nth < products; nth++)
    ids.push((await addProduct(store, { actor: 'operator', correlation: 'bench' }, product)).result)
  return ids
}
