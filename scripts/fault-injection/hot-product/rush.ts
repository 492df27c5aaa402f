// Two processes of buyers for the same few units, each behind a proxy that delays every packet.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readStock } from '#backend/commands/availability.ts'
import { addProduct } from '#backend/commands/products/products.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { Core } from '#backend/shop.ts'
import { currency } from '#scripts/fault-injection/load/command.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'

export type Rush = { productId: number; priceCents: number; buyers: number[] }
export type Bought = { orders: number[]; payments: number }
export type Buyers = { rush(asked: Rush): Promise<Bought>; stop(): Promise<void> }

const priceCents = 1050
const meta = { actor: 'operator', cause: 'Test', correlation: '00000000-0000-4000-8000-000000000000' } as const
const details = { name: 'Placa', description: '', category: 'Placas', imageUrl: '/img/p.webp', specs: [] }

/** `delayMs` per packet; `lostShare` of all packets. */
export async function openBuyers(
  databaseUrl: string,
  { delayMs, lostShare }: { delayMs: number; lostShare: number },
): Promise<Buyers> {
  const proxy = await FaultProxy.open(databaseUrl)
  const child = fork(new URL('./buyers.child.ts', import.meta.url), [proxy.databaseUrl])
  const ended = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
  ])
  proxy.slow({ delayMs, lostShare })
  return {
    async rush(asked) {
      child.send(asked)
      const [answer] = (await once(child, 'message')) as [Bought | { failure: string }]
      if ('failure' in answer) throw new Error(answer.failure)
      return answer
    },
    async stop() {
      child.disconnect()
      await ended
      await proxy.close()
    },
  }
}

/** One round: a new product in the carts of new buyers, who all press 'Pagar' at once. */
export async function sellOut(core: Core, crowds: readonly Buyers[], round: number, count: number, units: number) {
  const context = { actor: meta.actor, correlation: meta.correlation }
  const { result: productId } = await addProduct(core.store, context, { details, priceCents, currency, units })
  const buyers = Array.from({ length: count }, (_, n) => round * 1000 + n + 1)
  await Promise.all(buyers.map((userId) => fillCart(core, userId, productId)))
  const ofCrowd = (nth: number) => buyers.filter((userId) => userId % crowds.length === nth)
  const bought = await Promise.all(
    crowds.map((crowd, nth) => crowd.rush({ productId, priceCents, buyers: ofCrowd(nth) })),
  )
  const orders = bought.flatMap((one) => one.orders)
  return {
    orders,
    ...(await booksOf(core, orders)),
    stock: (await readStock(core.store, [productId])).get(productId),
    moneyIn: priceCents * bought.reduce((sum, { payments }) => sum + payments, 0),
  }
}

function fillCart({ store }: Core, userId: number, productId: number) {
  const events = [{ type: 'ItemAddedToCart' as const, data: { userId, productId, quantity: 1 } }]
  return store.append({ commandId: newCommandId(), meta, writes: [{ stream: `cart-${userId}`, expected: 0, events }] })
}

async function booksOf({ store }: Core, orders: readonly number[]): Promise<{ paid: number; refunded: number }> {
  const histories = await store.readStreams(orders.map((orderId) => `payment-${orderId}` as const))
  const events = [...histories.values()].flat()
  const sum = (type: 'PaymentApproved' | 'PaymentRefunded') =>
    events.reduce((cents, event) => cents + (event.type === type ? event.data.amountCents : 0), 0)
  return { paid: sum('PaymentApproved'), refunded: sum('PaymentRefunded') }
}
