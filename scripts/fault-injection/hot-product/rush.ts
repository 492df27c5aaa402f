// Rounds of 200 buyers for 20 units, in two processes of the shop on a bad network.
import { randomUUID } from 'node:crypto'
import { readStock } from '#backend/commands/availability.ts'
import { addItemToCart } from '#backend/commands/cart.ts'
import { addProduct } from '#backend/commands/products/products.ts'
import type { Core } from '#backend/shop.ts'
import { type Answer, type Command, currency, type PlacedOrder } from '#scripts/fault-injection/load/command.ts'
import type { Child } from '#scripts/fault-injection/processes/child.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { carryOut, startMortal } from '#scripts/fault-injection/processes/shop-process.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { judgeRead } from '#scripts/fault-injection/verdict/judge.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

const [buyers, units, priceCents] = [200, 20, 1050]
/** Waiting for a connection would remove a buyer from the race. */
const connections = 40
const correlation = '00000000-0000-4000-8000-000000000000'
const details = { name: 'Placa', description: '', category: 'Placas', imageUrl: '/img/p.webp', specs: [] }

/** Sells products out, and judges the whole. Returns problems: above all units sold twice or left over, and holds. */
export async function rushRounds(
  databaseUrl: string,
  { rounds, ...network }: { rounds: number; delayMs: number; lostShare: number },
): Promise<string[]> {
  await using opened = new AsyncDisposableStack()
  await openShop(databaseUrl)
  const core = await openCoreUnderTest(databaseUrl, opened)
  const shops: Child[] = []
  for (let nth = 0; nth < 2; nth++) {
    const proxy = await FaultProxy.open(databaseUrl)
    opened.defer(() => proxy.close())
    const shop = startMortal({ databaseUrl: proxy.databaseUrl, connections })
    opened.defer(() => shop.stop())
    await shop.started()
    proxy.slow(network)
    shops.push(shop)
  }
  const problems: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const found = JSON.stringify(await sellOut(core, shops, round))
    const wanted = JSON.stringify({ sold: units, onHand: 0, reserved: 0 })
    if (found !== wanted) problems.push(`round ${round}: ${found}, not ${wanted}`)
  }
  return [...problems, ...(await judgeRead(databaseUrl, [])).problems]
}

async function sellOut(core: Core, shops: readonly Child[], round: number) {
  const context = { actor: 'operator', correlation } as const
  const { result: productId } = await addProduct(core.store, context, { details, priceCents, currency, units })
  const users = Array.from({ length: buyers }, (_, n) => round * 1000 + n + 1)
  await Promise.all(users.map((userId) => addItemToCart(core.store, context, { userId, productId, quantity: 1 })))
  const echo = { totalCents: priceCents, lines: [{ id: productId, quantity: 1, priceCents }] }
  const pressed = await Promise.all(
    users.map(async (userId): Promise<Placed | undefined> => {
      const shop = shops[userId % shops.length] as Child
      const { order } = await done(shop, { do: 'place', userId, echo })
      return order && { shop, order }
    }),
  )
  const placed = pressed.filter((one) => one !== undefined)
  await Promise.all(placed.map(settle))
  const { onHand, reserved } = (await readStock(core.store, [productId])).get(productId) ?? {}
  return { sold: new Set(placed.map(({ order }) => order.orderId)).size, onHand, reserved }
}

type Placed = { shop: Child; order: PlacedOrder }

async function settle({ shop, order }: Placed): Promise<void> {
  const { orderId } = order
  const ids = orderId % 3 === 0 ? [`${orderId}1`, `${orderId}2`] : [`${orderId}1`]
  for (const paymentId of ids) await Promise.all([pay(shop, order, paymentId), pay(shop, order, paymentId)])
  await done(shop, { do: 'refund', orderId, paymentId: `${orderId}2` })
  await done(shop, { do: 'expire', orderId })
}

function pay(shop: Child, { orderId, reference, totalCents: amountCents }: PlacedOrder, paymentId: string) {
  return done(shop, { do: 'pay', orderId, paymentId, reference, amountCents, approved: true })
}

/** Throws unless it was done, or refused by a rule of the shop. */
async function done(shop: Child, command: Command): Promise<{ order?: PlacedOrder | undefined }> {
  const answer: Answer = await carryOut(shop, randomUUID(), command)
  if (answer.is === 'done') return answer
  if (answer.is === 'refused' && answer.code !== 'GuardRefused') return {}
  throw new Error(`${command.do}: ${JSON.stringify(answer)}`)
}
