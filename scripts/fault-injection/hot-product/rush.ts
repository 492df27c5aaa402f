// Rounds of 200 buyers for 20 units, in two processes of the shop on a bad network.
import { randomUUID } from 'node:crypto'
import { readStock } from '#backend/commands/availability.ts'
import { addProduct } from '#backend/commands/products/products.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { Core } from '#backend/shop.ts'
import { type Answer, type Command, currency, type PlacedOrder } from '#scripts/fault-injection/load/command.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { ShopProcess } from '#scripts/fault-injection/processes/shop-process.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

const [buyers, units, priceCents] = [200, 20, 1050]
/** Waiting for a connection would remove a buyer from the race. */
const connections = 40
const correlation = '00000000-0000-4000-8000-000000000000'
const details = { name: 'Placa', description: '', category: 'Placas', imageUrl: '/img/p.webp', specs: [] }

export type Rounds = {
  rounds: number
  delayMs: number
  /** Share of packets lost and resent. */
  lostShare: number
}

/**
 * Sells products out and returns problems: units sold twice or left over, remaining holds, money neither used nor
 * refunded.
 */
export async function rushRounds(databaseUrl: string, { rounds, ...network }: Rounds): Promise<string[]> {
  await using opened = new AsyncDisposableStack()
  const core = await openCoreUnderTest(databaseUrl, opened)
  const shops: ShopProcess[] = []
  for (let nth = 0; nth < 2; nth++) {
    const proxy = await FaultProxy.open(databaseUrl)
    opened.defer(() => proxy.close())
    const shop = ShopProcess.mortal({ databaseUrl: proxy.databaseUrl, connections })
    opened.defer(() => shop.stop())
    await shop.started()
    proxy.slow(network)
    shops.push(shop)
  }
  const problems: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const found = await sellOut(core, shops, round)
    const wanted = { sold: units, onHand: 0, reserved: 0, paid: units * priceCents, kept: units * priceCents }
    for (const [name, value] of Object.entries(wanted))
      if (found[name as keyof typeof found] !== value)
        problems.push(`round ${round}: ${name} is ${found[name as keyof typeof found]}, not ${value}`)
  }
  return problems
}

/** A new product in the carts of new buyers, who all press 'Pagar' at once. */
async function sellOut(core: Core, shops: readonly ShopProcess[], round: number) {
  const context = { actor: 'operator', correlation } as const
  const { result: productId } = await addProduct(core.store, context, { details, priceCents, currency, units })
  const users = Array.from({ length: buyers }, (_, n) => round * 1000 + n + 1)
  await Promise.all(users.map((userId) => fillCart(core, userId, productId)))
  const pressed = await Promise.all(
    users.map(async (userId): Promise<Placed | undefined> => {
      const shop = shops[userId % shops.length] as ShopProcess
      const { order } = await done(shop, { do: 'place', userId, bought: { productId, priceCents } })
      return order && { shop, order }
    }),
  )
  const orders = await Promise.all(pressed.filter((one) => one !== undefined).map(settle))
  const { paid, refunded } = await moneyOf(core, orders)
  const moneyIn = priceCents * orders.reduce((sum, { payments }) => sum + payments, 0)
  const stock = (await readStock(core.store, [productId])).get(productId)
  return { sold: new Set(orders.map(({ orderId }) => orderId)).size, ...stock, paid, kept: moneyIn - refunded }
}

function fillCart({ store }: Core, userId: number, productId: number) {
  const events = [{ type: 'ItemAddedToCart' as const, data: { userId, productId, quantity: 1 } }]
  const meta = { actor: 'operator', cause: 'Test', correlation } as const
  return store.append({ commandId: newCommandId(), meta, writes: [{ stream: `cart-${userId}`, expected: 0, events }] })
}

type Placed = { shop: ShopProcess; order: PlacedOrder }

/** Every third payment comes twice, the second is refunded; then the hold expires. */
async function settle({ shop, order }: Placed) {
  const { orderId } = order
  const ids = orderId % 3 === 0 ? [`${orderId}1`, `${orderId}2`] : [`${orderId}1`]
  for (const paymentId of ids) await Promise.all([pay(shop, order, paymentId), pay(shop, order, paymentId)])
  await done(shop, { do: 'refund', orderId, paymentId: `${orderId}2` })
  await done(shop, { do: 'expire', orderId })
  return { orderId, payments: ids.length }
}

function pay(shop: ShopProcess, { orderId, reference, totalCents: amountCents }: PlacedOrder, paymentId: string) {
  return done(shop, { do: 'pay', orderId, paymentId, reference, amountCents, approved: true })
}

/** Throws unless it was done, or refused by a rule of the shop. */
async function done(shop: ShopProcess, command: Command): Promise<{ order?: PlacedOrder | undefined }> {
  const answer: Answer = await shop.carryOut(randomUUID(), command)
  if (answer.is === 'done') return answer
  if (answer.is === 'refused' && answer.code !== 'GuardRefused') return {}
  throw new Error(`${command.do}: ${JSON.stringify(answer)}`)
}

async function moneyOf({ store }: Core, orders: readonly { orderId: number }[]) {
  const histories = await store.readStreams(orders.map(({ orderId }) => `payment-${orderId}` as const))
  const events = [...histories.values()].flat()
  const sum = (type: 'PaymentApproved' | 'PaymentRefunded') =>
    events.reduce((cents, event) => cents + (event.type === type ? event.data.amountCents : 0), 0)
  return { paid: sum('PaymentApproved'), refunded: sum('PaymentRefunded') }
}
