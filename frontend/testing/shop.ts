// A running shop for browser tests, with its wallet, mailbox and sign-in provider, and quick ways to people, products and orders.

import { expect } from 'vitest'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { changeAccount } from '#backend/commands/changes.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { demoProducts } from '#backend/demo/demo-plan.ts'
import type { PriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { StaffRole } from '#backend/domain/user/roles.limits.ts'
import { type FakeProvider, startFakeProvider } from '#backend/gateways/sign-in/fake/fake-provider.ts'
import type { TestAccount } from '#backend/gateways/sign-in/fake/test-accounts.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { placedForShipping } from '#backend/testing/delivery-fixture.ts'
import {
  addToCart,
  leaveUnpaid,
  openPurchaseShop,
  type PurchaseShop,
  placed,
  stockOf,
} from '#backend/testing/purchase-fixture.ts'
import { makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'
import { createDatabase } from '#scripts/testing/database.ts'

export type TestShop = Awaited<ReturnType<typeof openTestShop>>
/** Someone with an account, signed in: their API client keeps the session's cookie. */
export type Person = Awaited<ReturnType<typeof signedIn>>
type NewProduct = Exclude<Parameters<typeof makeProduct>[1], undefined>

const names = projections.map(({ name }) => name)
const plain = { imageUrl: '/img/products/teclado-kyntra-forge-tkl.webp', price: 10.5, stock: 5 }
const googleClient = { port: 0, host: '127.0.0.1', clientId: 'shop', clientSecret: 'a secret of the tests' }
/** The administration's session lives 30 minutes: it is renewed well before. In milliseconds. */
const adminFor = 600_000
/** In minutes: longer than a hold. */
const pastHold = 16
let products = 0

/** Opens a shop on a database of its own. `env` sets more of its environment. */
export async function openTestShop(env: Record<string, string> = {}) {
  const { databaseUrl, drop } = await createDatabase('started')
  const port = String(await freePort())
  const provider = await startFakeProvider({ ...googleClient, redirectUris: [`http://localhost:${port}/login/google`] })
  const signIn = { ...googleClient, issuer: provider.url }
  const shop = await openPurchaseShop(databaseUrl, { env: { PORT: port, ...env }, signIn })
  const now = () => shop.core.now().getTime()
  let admin = { person: shop.admin, since: now() }
  const administration = async (): Promise<Person> => {
    if (now() - admin.since > adminFor) admin = { person: await signedIn(shop, { admin: true }), since: now() }
    return admin.person
  }
  const settled = () => settle(shop)
  return {
    url: shop.url,
    core: shop.core,
    /** With the owner's rights; the shop itself logs in as a role that owns nothing. */
    databaseUrl,
    mailboxUrl: shop.mailboxUrl,
    dataDir: shop.config.dataDir,
    /** Moves the shop's clock on; the clock of a page is its own. */
    passMinutes: shop.wait,
    /** Waits until all pages would show what was done so far. */
    settled,
    ...peopleOf(shop, settled),
    ...googlePeopleOf(provider),
    ...productsOf(administration, settled),
    /** What can be sold of a product and what is on hand. */
    stockOf: (productId: number) => stockOf(shop, productId),
    ...salesOf(shop, settled),
    ...providerOf(shop),
    ...noticesOf(shop, settled),
    async stop() {
      await shop.stop()
      await provider.stop()
      await drop()
    },
  }
}

async function settle({ core }: PurchaseShop): Promise<void> {
  const head = await core.store.head()
  for (let tries = 0; tries < 20; tries++) if (await core.positions.waitFor(names, head)) return
  throw new Error(`The read models did not reach ${head}.`)
}

function peopleOf(shop: PurchaseShop, settled: () => Promise<void>) {
  return {
    /** A new account with an e-mail of its own, signed in. Letters and spaces only in the name. */
    newShopper: (name?: string) => signedIn(shop, name ? { name } : {}),
    newAdmin: () => signedIn(shop, { admin: true }),
    newStaff: (role: StaffRole) => signedIn(shop, { role }),
    /** Gives an account the role, as an operator does. */
    async makeAdmin({ id }: Pick<Person, 'id'>): Promise<void> {
      await changeAccount(
        shop.core.store,
        { actor: 'operator', correlation: 'test' },
        { type: 'GrantAdmin', userId: id },
      )
      await settled()
    },
    /** Suspends an account, as an admin would. */
    async ban(person: Pick<Person, 'id'>): Promise<void> {
      const context = { actor: 'operator', correlation: 'test' } as const
      await changeAccount(shop.core.store, context, { type: 'BanUser', userId: person.id, reason: null })
      await settled()
    },
    /** Erases an account and all that tells who it was. */
    async erase(person: Person): Promise<void> {
      await erasePerson(shop.core, { actor: 'operator', correlation: 'test' }, person.id)
      await settled()
    },
    /** Posts a person's review of a product, or revises it. */
    async postReview(person: Person, productId: number, score: number, mensaje: string): Promise<void> {
      const review = { textReview: { userId: person.id, mensaje }, score: { userId: person.id, score }, productId }
      const answer = await person.post('/api/product/addreviewscore', review)
      if (answer.status !== 201)
        throw new Error(`addreviewscore answered ${answer.status} ${JSON.stringify(answer.body)}`)
      await settled()
    },
  }
}

function googlePeopleOf({ accounts }: FakeProvider) {
  return {
    /** Somebody with an account at the sign-in provider, and none in the shop. */
    newGooglePerson(given: Partial<TestAccount> = {}): TestAccount {
      const n = accounts.length
      const plainly = { subject: `subject-${n}`, name: `Persona ${n} de Google`, email: `google${n}@gmail.test` }
      const account = { ...plainly, isEmailVerified: true, ...given }
      accounts.push(account)
      return account
    },
  }
}

function productsOf(administration: () => Promise<Person>, settled: () => Promise<void>) {
  const add = async <P extends NewProduct>(product: P): Promise<P & { id: number }> => {
    const id = await makeProduct(await administration(), product)
    await settled()
    return { ...product, id }
  }
  return {
    /** A product of its own, with a name that no other has. */
    addProduct: (given: NewProduct = {}) => add({ ...plain, name: `Teclado de prueba ${++products}`, ...given }),
    /** A product as the demo has it. */
    addDemoProduct() {
      const { priceCents, slug, sku: _, ...texts } = demoProducts[0] ?? expect.fail('the demo has no product')
      return add({ ...texts, price: priceCents / 100, imageUrl: `/img/products/${slug}.webp` })
    },
    /** Saves a product with these changes, as the panel does. `stock` is the new stock. */
    async changeProduct(id: number, change: NewProduct & { isActive?: boolean }): Promise<void> {
      const admin = await administration()
      const { name, description, category, imageUrl, price, stock, isActive, specs } = (
        await admin.get(`/api/product/${id}`)
      ).body
      const whole = { id, name, description, category, imageUrl, price, stock, isActive, specs, ...change }
      const answer = await admin.post('/api/product/modifyproduct', whole)
      if (answer.status !== 200)
        throw new Error(`modifyproduct answered ${answer.status} ${JSON.stringify(answer.body)}`)
      await settled()
    },
    /** Shows prices by these settings, as the panel does. */
    async changePriceSettings(change: Partial<PriceSettings>): Promise<void> {
      const admin = await administration()
      const { body } = await admin.get('/api/panel/prices')
      const answer = await admin.post('/api/panel/prices', { ...body, ...change })
      if (answer.status !== 200) throw new Error(`the settings of prices answered ${answer.status}`)
      await settled()
    },
  }
}

function salesOf(shop: PurchaseShop, settled: () => Promise<void>) {
  return {
    async addToCart(buyer: Person, productId: number, quantity = 1): Promise<void> {
      await addToCart(buyer, productId, quantity)
      await settled()
    },
    /** Orders what lies in the buyer's cart, as 'Pagar' does: to be picked up, or shipped. */
    async placeOrder(buyer: Person, way: 'pickup' | 'shipping' = 'pickup') {
      const placing = way === 'pickup' ? placed(buyer) : placedForShipping(shop.admin, buyer)
      const { orderId, id: preferenceId, initPoint, total } = await placing
      await settled()
      return { id: orderId, preferenceId, walletUrl: initPoint, total }
    },
    /** Ends the hold of an order that nobody paid. */
    async expire(order: { id: number }): Promise<void> {
      shop.wait(pastHold)
      await shop.jobs['expire-order']({ orderId: order.id })
      shop.wait(-pastHold)
      await settled()
    },
    leaveUnpaid: (buyer: Person, minutes: number) => leaveUnpaid(shop, buyer, minutes).then(settled),
    /** Presses a button of the wallet, and waits until the shop knows. Returns the address that the buyer is sent to. */
    async pay(
      buyer: Person,
      order: { id: number; preferenceId: string },
      outcome: 'approved' | 'rejected' | 'pending' = 'approved',
    ) {
      const returnUrl = await shop.control.choose(order.preferenceId, outcome)
      const paymentId = new URL(returnUrl).searchParams.get('payment_id')
      const answer = await buyer.post('/api/payment/return', { orderId: order.id, paymentId })
      if (answer.status !== 200) throw new Error(`the return answered ${answer.status} ${JSON.stringify(answer.body)}`)
      await settled()
      return returnUrl
    },
  }
}

function providerOf({ control }: PurchaseShop) {
  return {
    /** What the buyer left pending in the wallet is decided there, and nobody is told of it: the shop learns of it when it asks. */
    async settleUnsaid(paymentId: string, outcome: 'approved' | 'rejected'): Promise<void> {
      control.mute()
      await control.settle(paymentId, outcome)
      control.reset()
    },
    /** The provider refuses the next refund, once `until` is fulfilled. */
    /** The instalments that the wallet offers from now on; none, or 'silent', while it doesn't answer. */
    offerInstalments(plans: Parameters<PurchaseShop['control']['offerPlans']>[0] | 'silent'): void {
      control.reset()
      if (plans === 'silent') control.spoil('get_installments', 'error_500', 1000)
      else control.offerPlans(plans)
    },
    refuseRefund: (until?: Promise<void>) => control.spoil('refund', 'refused', 1, until),
  }
}

function noticesOf(shop: PurchaseShop, settled: () => Promise<void>) {
  return {
    /** An approved payment of another amount, which the shop learns of and sets aside; returns its id. */
    async payOtherAmount(order: { preferenceId: string }, transaction_amount: number): Promise<string> {
      const paymentId = await shop.control.makePayment(order.preferenceId, 'approved', { transaction_amount })
      await shop.jobs['learn-payment']({ paymentId })
      await settled()
      return paymentId
    },
    /** An approved payment that names no order, which the shop learns of; returns its id. */
    async payForNoOrder(order: { preferenceId: string }): Promise<string> {
      const paymentId = await shop.control.makePayment(order.preferenceId, 'approved', { external_reference: 'caja-3' })
      await shop.jobs['learn-payment']({ paymentId })
      await settled()
      return paymentId
    },
    /** A second payment of a paid order, which the provider refuses to give back; returns its id. */
    async payTwiceRefused(order: { id: number; preferenceId: string }): Promise<string> {
      shop.control.spoil('refund', 'refused')
      const paymentId = await shop.control.makePayment(order.preferenceId, 'approved')
      const stream = `payment-${order.id}` as const
      const isRefused = async () =>
        (await shop.core.store.readStreams([stream])).get(stream)?.some(({ type }) => type === 'RefundRefused')
      await expect.poll(isRefused, { timeout: 20_000 }).toBe(true)
      await settled()
      return paymentId
    },
    /** Approves the payment in the wallet and goes no way back: the shop learns of it by the provider's notice alone. */
    async payUnseen(order: { id: number; preferenceId: string }): Promise<void> {
      await shop.control.choose(order.preferenceId, 'approved')
      const stream = `order-${order.id}` as const
      const isPaid = async () =>
        (await shop.core.store.readStreams([stream])).get(stream)?.some(({ type }) => type === 'OrderPaid')
      await expect.poll(isPaid, { timeout: 20_000 }).toBe(true)
      await settled()
    },
  }
}
