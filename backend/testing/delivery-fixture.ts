// For tests: prices of shipping, and an address to ship to.
import { fulfilOrder } from '#backend/commands/changes.ts'
import { address } from '#backend/domain/order/order.examples.ts'
import type { Client } from '#scripts/testing/client.ts'
import type { Shop } from './shop-fixture.ts'

export { address }

/** The steps of a paid order until its buyer has it, by the way it takes, with what each says. */
export const stepsBy = {
  shipping: { prepare: {}, ship: { carrier: 'OCA', tracking: 'O-1' }, deliver: {} },
  pickup: { prepare: {}, ready: {}, handover: {} },
}

const lastStep = { shipping: { type: 'DeliverOrder' }, pickup: { type: 'HandOverOrder' } } as const

/** Takes the last step of an order, noted as if it came so many minutes from now. */
export async function handOverIn(
  minutes: number,
  { core }: Pick<Shop, 'core'>,
  orderId: number,
  way: keyof typeof stepsBy,
) {
  const context = { actor: 'operator', correlation: 'test', at: new Date(Date.now() + minutes * 60_000) } as const
  const { position } = await fulfilOrder(core.store, context, { orderId, ...lastStep[way] })
  await core.positions.waitFor(['orders'], position)
}

type Range = { from: number; to: number; price: number; days: number }

/** Puts these prices in the place of the present ones, as an admin. freeFrom: default none is free. */
export async function priceShipping(admin: Client, ranges: readonly Range[], freeFrom: number | null = null) {
  const { revision } = (await admin.get('/api/panel/delivery')).body
  const answer = await admin.post('/api/panel/delivery', { revision, ranges, freeFrom })
  if (answer.status !== 200) throw new Error(`delivery answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const everywhere: Range = { from: 1000, to: 9999, price: 450.5, days: 4 }
type Placed = { orderId: number; id: string; initPoint: string; total: number }

/** Places an order of the buyer's cart that is shipped to `address` for 450.50, which the table then says of every postal code. */
export async function placedForShipping(admin: Client, buyer: Client & { id: number }): Promise<Placed> {
  await priceShipping(admin, [everywhere])
  const { subtotal } = (await buyer.get(`/api/cart/${buyer.id}`)).body
  const price = (Math.round(subtotal * 100) + everywhere.price * 100) / 100
  const shipping = { price: everywhere.price, days: everywhere.days, address }
  const body = { quantity: '1', price, description: 'Tu compra en GamerTech', shipping }
  const answer = await buyer.post('/api/payment/create_preference', body)
  if (answer.status !== 200)
    throw new Error(`create_preference answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
