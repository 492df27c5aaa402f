// For tests: a shop with its payment wallet, a buyer with a cart, and the steps of a purchase.

import { setTimeout as sleep } from 'node:timers/promises'
import { readStock } from '#backend/commands/availability.ts'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { createPool } from '#backend/db/database.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { StreamOf } from '#backend/eventstore/log/stream-id.ts'
import { startMailbox } from '#backend/gateways/mailer/fake/mailbox.ts'
import { type FakeWallet, startFakeWallet } from '#backend/gateways/payment-wallet/fake/fake-wallet.ts'
import { countDueJobs } from '#backend/jobs/queue-state.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'
import { makeProduct, openShop, signedIn, walletCredentials } from './shop-fixture.ts'

export type Buyer = Awaited<ReturnType<typeof signedIn>>
export type PurchaseShop = Awaited<ReturnType<typeof openPurchaseShop>>

const walletSettings = {
  ...walletCredentials,
  port: 0,
  host: '127.0.0.1',
  sellerId: '445566',
  retryDelaysMs: [200, 200],
}

function movableClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    wait: (minutes: number) => {
      ahead += minutes * 60_000
    },
  }
}

/** A shop whose wallet is the fake one, both on ports of their own. The shop's clock can be moved. */
export async function openPurchaseShop(
  databaseUrl: string,
  options: {
    /** Default: one of its own. */
    wallet?: Pick<FakeWallet, 'url' | 'control'>
    env?: Record<string, string>
    signIn?: NonNullable<Parameters<typeof openShop>[1]>['signIn']
  } = {},
) {
  const fakeWallet = options.wallet
    ? { ...options.wallet, stop: async () => undefined }
    : await startFakeWallet({ ...walletSettings, databaseUrl })
  const pool = createPool(databaseUrl, { as: 'owner', max: 2 })
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, host: '127.0.0.1', pool })
  const clock = movableClock()
  const shop = await openShop(databaseUrl, {
    now: clock.now,
    wallet: { apiBaseUrl: fakeWallet.url },
    walletScriptUrl: `${fakeWallet.url}/js/wallet-button.js`,
    smtpUrl: mailbox.smtpUrl,
    ...(options.env && { env: options.env }),
    ...(options.signIn && { signIn: options.signIn }),
  })
  const admin = await signedIn(shop, { admin: true })
  return {
    ...shop,
    admin,
    fakeWalletUrl: fakeWallet.url,
    mailboxUrl: mailbox.url,
    control: fakeWallet.control,
    /** Moves the shop's clock on, in minutes. */
    wait: clock.wait,
    async stop() {
      await shop.stop()
      await fakeWallet.stop()
      await mailbox.stop()
      await pool.end()
    },
  }
}

/** A new account with these lines in its cart; each line is a new product. */
export async function buyerWith(
  shop: PurchaseShop,
  lines: readonly {
    price?: number
    stock?: number
    quantity?: number
    guaranteeMonths?: number
    guaranteeBy?: string
  }[],
) {
  const buyer = await signedIn(shop)
  const products: number[] = []
  for (const { quantity = 1, ...product } of lines) {
    const id = await makeProduct(shop.admin, product)
    products.push(id)
    await addToCart(buyer, id, quantity)
  }
  return { ...buyer, products }
}

export async function addToCart(buyer: Buyer, id: number, quantity = 1) {
  const answer = await buyer.post('/api/cart/addproducttocart', { userId: buyer.id, productId: { id, quantity } })
  if (answer.status !== 200) throw new Error(`the cart answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Presses 'Pagar' with the total that the cart shows. */
export async function pay(buyer: Buyer, price?: number) {
  const cart = await buyer.get(`/api/cart/${buyer.id}`)
  const body = { quantity: '1', price: price ?? cart.body.subtotal, description: 'Tu compra en GamerTech' }
  return buyer.post('/api/payment/create_preference', body)
}

/** A placed order with its preference. */
export async function placed(buyer: Buyer): Promise<{ orderId: number; id: string; initPoint: string; total: number }> {
  const answer = await pay(buyer)
  if (answer.status !== 200)
    throw new Error(`create_preference answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** An order of what is in the buyer's cart that was placed so many minutes ago (more than a hold lasts) and never paid. */
export async function leaveUnpaid(shop: PurchaseShop, buyer: Buyer, minutes: number): Promise<void> {
  const context = { actor: `user:${buyer.id}`, correlation: 'test' } as const
  const now = shop.core.now()
  const then = new Date(now.getTime() - minutes * 60_000)
  const { subtotal } = (await buyer.get(`/api/cart/${buyer.id}`)).body
  const services = { ...shop.services, now: () => then }
  const { result } = await placeOrder(services, context, buyer.id, { totalCents: Math.round(subtotal * 100) })
  await endOrderNow(shop.services, context, result.state.orderId, { type: 'ExpireOrder', now })
}

/** What can be sold of a product and what is on hand, by the guarded stock. */
export async function stockOf(shop: PurchaseShop, productId: number) {
  const stock = (await readStock(shop.core.store, [productId])).get(productId) ?? { onHand: 0, reserved: 0 }
  return { onHand: stock.onHand, available: stock.onHand - stock.reserved }
}

/** The types of a stream's events, in order. */
export async function eventTypes({ core }: Pick<PurchaseShop, 'core'>, stream: StreamOf<ShopLog>): Promise<string[]> {
  return ((await core.store.readStreams([stream])).get(stream) ?? []).map((event) => event.type)
}

/** Waits until the order shows a state; throws with the last one after ten seconds. */
export async function untilState(buyer: Buyer, orderId: number, state: string) {
  let last = ''
  for (let tries = 0; tries < 200; tries++) {
    const { body } = await buyer.get(`/api/order/${orderId}`)
    last = body.state
    if (last === state) return body
    await sleep(50)
  }
  throw new Error(`order ${orderId} is ${last}, not ${state}`)
}

export const test = databaseTest.extend('shop', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const shop = await openPurchaseShop(databaseUrl)
  onCleanup(() => shop.stop())
  return shop
})

/** Until no job is due: what one reads goes with what others read in the same moment. */
export async function untilNoJob({ core }: PurchaseShop): Promise<void> {
  while ((await countDueJobs(core.pools.jobs)) > 0) await sleep(50)
}
