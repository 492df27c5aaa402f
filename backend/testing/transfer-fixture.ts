// For tests: a shop that takes bank transfers, orders by transfer, and the bank's movements.

import { changeTransfer } from '#backend/commands/changes.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { startSelling } from '#backend/commands/seller/change-seller.ts'
import { unitDiscount } from '#backend/domain/order/order.limits.ts'
import { accountOf } from '#backend/domain/seller/seller.limits.ts'
import { seller as sellerDecider } from '#backend/domain/seller/seller.ts'
import { settingsId } from '#backend/domain/settings/settings.limits.ts'
import { dayOf } from '#backend/domain/time-zone.limits.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { Client } from '#scripts/testing/client.ts'
import { type Buyer, buyerWith, type PurchaseShop } from './purchase-fixture.ts'
import { seller } from './seller-fixture.ts'

export const transferTerms = { isOn: true, discountPercent: 10, holdHours: 72, maxOpenOrders: 3 }

export async function offerTransfer({ core }: Pick<PurchaseShop, 'core'>, terms = transferTerms): Promise<void> {
  const context = { actor: 'operator', correlation: 'test' } as const
  await startSelling(core.store, context, seller)
  const { position } = await changeTransfer(core.store, context, {
    type: 'ChangeTransferSettings',
    seen: 0,
    settings: terms,
  })
  await core.positions.waitFor(['transfer', 'seller'], position)
}

/** Gives the shop's bank account another CBU. */
export async function changeAccountTo({ core }: Pick<PurchaseShop, 'core'>, cbu: string): Promise<void> {
  const context = { actor: 'operator', correlation: 'test' } as const
  const { state } = await loadState(core.store, sellerDecider, settingsId)
  const change = { type: 'ChangeBankAccount', settings: { ...accountOf(state), cbu }, seen: state.revision } as const
  const { position } = await handleCommand(core.store, context, sellerDecider, settingsId, change)
  await core.positions.waitFor(['seller'], position)
}

/** The total in cents that the cart shows for a transfer. */
async function totalCentsOf(buyer: Pick<Buyer, 'id' | 'get'>): Promise<number> {
  const { lines } = (await buyer.get(`/api/cart/${buyer.id}`)).body as { lines: { price: number; quantity: number }[] }
  const cents = lines.map(({ price, quantity }) => {
    const gross = Math.round(price * 100)
    return (gross - unitDiscount(gross, transferTerms.discountPercent)) * quantity
  })
  return cents.reduce((sum, each) => sum + each, 0)
}

/** Presses 'Pagar' by transfer with the total that the cart shows. */
export async function payByTransfer(buyer: Pick<Buyer, 'id' | 'get' | 'post'>) {
  const price = (await totalCentsOf(buyer)) / 100
  return buyer.post('/api/payment/transfer', { quantity: '1', description: 'Tu compra en GamerTech', price })
}

type Placed = { orderId: number; holdUntil: string }

/** An order of the buyer's cart that was placed by transfer so many hours ago. */
export async function leaveTransfer(shop: PurchaseShop, buyer: Buyer, hoursAgo: number): Promise<Placed> {
  const then = new Date(shop.core.now().getTime() - hoursAgo * 3_600_000)
  const services = { ...shop.services, now: () => then }
  const context = { actor: `user:${buyer.id}`, correlation: 'test' } as const
  const echo = { totalCents: await totalCentsOf(buyer) }
  const { result, position } = await placeOrder(services, context, buyer.id, echo, { byTransfer: true })
  await shop.core.positions.waitFor(['orders', 'carts', 'catalogue'], position)
  return result.state
}

/** A new account with an order by transfer of now, of two units at 10.50 unless `lines` says otherwise: 18.90 to pay. */
export async function transferPlaced(
  shop: PurchaseShop,
  lines: Parameters<typeof buyerWith>[1] = [{ quantity: 2 }],
  hoursAgo = 0,
): Promise<Placed & { buyer: Awaited<ReturnType<typeof buyerWith>> }> {
  const buyer = await buyerWith(shop, lines)
  return { buyer, ...(await leaveTransfer(shop, buyer, hoursAgo)) }
}

let movements = 1000

/** Enters a movement of the bank, by default a new one of today. */
export function enterMovement(
  shop: { core: Pick<PurchaseShop['core'], 'now'> },
  staff: Pick<Client, 'post'>,
  orderId: number,
  entry: { amount: number; number?: string; date?: string },
) {
  const movement = { number: `M${++movements}`, date: dayOf(shop.core.now()), ...entry }
  return staff.post(`/api/order/${orderId}/movement`, movement)
}
