// Limits of accounts that never paid hold over all processes and accounts; an order that ends frees its units.

import { expect } from 'vitest'
import { addItemToCart } from '#backend/commands/cart.ts'
import { changeCart } from '#backend/commands/changes.ts'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { addProduct } from '#backend/commands/products/products.ts'
import { settlePayment } from '#backend/commands/settle-payment.ts'
import { order } from '#backend/domain/order/order.ts'
import type { Newcomers } from '#backend/domain/order/unpaid-holds.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { PaymentWallet } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { type Core, purchaseServices } from '#backend/shop.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { test as coreTest, openTestCore } from '#backend/testing/core-fixture.ts'

const context: ShopContext = { actor: 'operator', correlation: 'test' }
const usual: Newcomers = { maxUnits: 12, maxProducts: 6, addressUnits: 60, stockPercent: 100 }
const seller = { sellerId: '445566', liveMode: false }
const details = {
  name: 'Teclado',
  description: 'Compacto',
  category: 'Periféricos',
  imageUrl: '/img/t.webp',
  specs: [],
}
let [people, addresses] = [0, 0]

const address = () => `203.0.113.${++addresses}`

/** `other`: another process on the same database. */
const test = coreTest.extend('other', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const core = await openTestCore(databaseUrl)
  onCleanup(() => core.close())
  return core
})

function servicesOf(core: Core, newcomers = usual) {
  const terms = { currency: 'ARS', holdMinutes: 15, maxUnits: 99, newcomers, publicUrl: 'http://127.0.0.1' }
  return purchaseServices(core, terms, { wallet: {} as PaymentWallet, seller })
}

async function productOf(core: Core, units: number): Promise<number> {
  return (await addProduct(core.store, context, { details, priceCents: 100, currency: 'ARS', units })).result
}

/** New accounts, each with so many units of each of these products in its cart. */
async function newcomersWith(
  core: Core,
  count: number,
  productIds: readonly number[],
  quantity = 1,
): Promise<number[]> {
  const ids = Array.from({ length: count }, () => ++people)
  await Promise.all(
    ids.map(async (userId) => {
      for (const productId of productIds) await addItemToCart(core.store, context, { userId, productId, quantity })
    }),
  )
  return ids
}

type Press = { units?: number; network?: string; newcomers?: Newcomers }

/** The id of the order, or the code of the refusal. */
async function press(core: Core, userId: number, { units = 1, network = address(), newcomers }: Press = {}) {
  const from = { network, factor: 1 }
  const pressed = placeOrder(servicesOf(core, newcomers), context, userId, { totalCents: units * 100 }, { from })
  return await pressed.then(
    ({ result }) => result.state.orderId,
    (error: unknown) => {
      if (!(error instanceof Rejection)) throw error
      return error
    },
  )
}

const placed = (answers: readonly (number | Rejection)[]) => answers.filter((one) => typeof one === 'number')
const refused = (answers: readonly (number | Rejection)[]) => answers.filter((one) => typeof one !== 'number')

async function pay(core: Core, orderId: number) {
  const { state } = await loadState(core.store, order, orderId)
  const { reference, totalCents } = state ?? expect.fail('no such order')
  const approved = {
    status: 'approved',
    statusDetail: '',
    refundedCents: 0,
    updatedAt: core.now().toISOString(),
  } as const
  const facts = {
    paymentId: `${orderId}1`,
    reference,
    amountCents: totalCents,
    currency: 'ARS',
    ...seller,
    ...approved,
  }
  await settlePayment(servicesOf(core), context, facts)
}

test('[T8 partial] 200 new accounts of one address that press at once, at two processes, hold exactly 60 units; each way in which an order ends makes room', async ({
  core,
  other,
  owner,
}) => {
  const [network, product] = [address(), await productOf(core, 500)]
  const accounts = await newcomersWith(core, 200, [product])
  const answers = await Promise.all(accounts.map((id, nth) => press(nth % 2 ? core : other, id, { network })))
  expect((await core.store.readGuarded([product])).get(product)).toEqual({ total: 500, taken: 60 })
  const [first = 0, second = 0, third = 0, fourth = 0] = placed(answers)
  expect(placed(answers)).toHaveLength(60)
  for (const { code, details: told } of refused(answers)) {
    expect(code).toBe('too_many_held')
    const wait = Date.parse(String(told.until)) - core.now().getTime()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(15 * 60_000)
  }
  await endOrderNow(servicesOf(core), context, first, { type: 'CancelOrder', reason: 'by_user', now: new Date() })
  const later = new Date(core.now().getTime() + 3_600_000)
  await endOrderNow(servicesOf(core), context, second, { type: 'ExpireOrder', now: later })
  await endOrderNow(servicesOf(core), context, third, { type: 'RejectOrder', paymentId: '1' })
  await pay(core, fourth)
  const waiting = accounts.filter((_, nth) => typeof answers[nth] !== 'number')
  const again = await Promise.all(waiting.map((id, nth) => press(nth % 2 ? core : other, id, { network })))
  expect(placed(again)).toHaveLength(4)
  const { rows } = await owner.query('select from es.events where data::text || meta::text like $1', [`%${network}%`])
  expect(rows).toEqual([])
})

test('five first orders of ten units of five products pass at once from one address; a sixth waits, from another one it need not', async ({
  core,
}) => {
  const products = await Promise.all(Array.from({ length: 5 }, () => productOf(core, 100)))
  const network = address()
  const [last = 0, another = 0, ...accounts] = await newcomersWith(core, 7, products, 2)
  expect(placed(await Promise.all(accounts.map((id) => press(core, id, { units: 10, network }))))).toHaveLength(5)
  expect(await press(core, another, { units: 10, network })).toBeTypeOf('number')
  expect(await press(core, last, { units: 10, network })).toMatchObject({ code: 'too_many_held' })
  expect(await press(core, last, { units: 10 })).toBeTypeOf('number')
})

test('an account that never paid holds 12 units of 6 products; once it has paid it holds more, and from a full address too', async ({
  core,
}) => {
  const products = await Promise.all(Array.from({ length: 7 }, () => productOf(core, 500)))
  const [first = 0] = products
  const network = address()
  const [many = 0] = await newcomersWith(core, 1, [first], 13)
  const refusal = { code: 'first_purchase_limit', details: { units: 12, products: 6 } }
  expect(await press(core, many, { units: 13, network })).toMatchObject(refusal)
  const [wide = 0] = await newcomersWith(core, 1, products)
  expect(await press(core, wide, { units: 7, network })).toMatchObject(refusal)
  const [buyer = 0, ...others] = await newcomersWith(core, 6, [first], 12)
  await pay(core, (await press(core, buyer, { units: 12, network })) as number)
  expect(placed(await Promise.all(others.map((id) => press(core, id, { units: 12, network }))))).toHaveLength(5)
  await addItemToCart(core.store, context, { userId: buyer, productId: first, quantity: 40 })
  expect(await press(core, buyer, { units: 40, network })).toBeTypeOf('number')
})

test('an order that a changed cart replaces does not count beside it; one that was counted and never came counts for a minute', async ({
  core,
  owner,
}) => {
  const [network, product] = [address(), await productOf(core, 500)]
  const accounts = await newcomersWith(core, 5, [product], 12)
  expect(placed(await Promise.all(accounts.map((id) => press(core, id, { units: 12, network }))))).toHaveLength(5)
  const [first = 0] = accounts
  await changeCart(core.store, context, { type: 'ChangeItemQuantity', userId: first, productId: product, quantity: 11 })
  expect(await press(core, first, { units: 11, network })).toBeTypeOf('number')
  const [next = 0, late = 0] = await newcomersWith(core, 2, [product])
  const lines = [{ productId: product, quantity: 60, most: null }]
  const holdUntil = new Date(core.now().getTime() + 900_000)
  const elsewhere = address()
  const dead = { orderId: 1_000_000, replaces: null, network: elsewhere, networkMost: 60, lines, holdUntil }
  await core.newcomerHolds.take(dead)
  expect(await press(core, next, { network: elsewhere })).toMatchObject({ code: 'too_many_held' })
  await owner.query(`update auth.newcomer_holds set noted_at = noted_at - interval '1 minute' where order_id = 1000000`)
  expect(await press(core, late, { network: elsewhere })).toBeTypeOf('number')
})

test('with a share of the stock for accounts that never paid, all of them together hold no more; who paid before buys the rest', async ({
  core,
  other,
}) => {
  const newcomers = { ...usual, stockPercent: 20 }
  const product = await productOf(core, 50)
  const [paid = 0, ...accounts] = await newcomersWith(core, 41, [product])
  await pay(core, (await press(core, paid, { newcomers })) as number)
  const answers = await Promise.all(accounts.map((id, nth) => press(nth % 2 ? core : other, id, { newcomers })))
  // A fifth of the 49 that are left on hand.
  expect(placed(answers)).toHaveLength(9)
  for (const { code } of refused(answers)) expect(code).toBe('too_many_held')
  await addItemToCart(core.store, context, { userId: paid, productId: product, quantity: 40 })
  expect(await press(core, paid, { units: 40, newcomers })).toBeTypeOf('number')
})

test('200 new accounts from 200 addresses buy all of 50 units', async ({ core, other }) => {
  const product = await productOf(core, 50)
  const accounts = await newcomersWith(core, 200, [product])
  const answers = await Promise.all(accounts.map((id, nth) => press(nth % 2 ? core : other, id)))
  expect(placed(answers)).toHaveLength(50)
  expect((await core.store.readGuarded([product])).get(product)).toEqual({ total: 50, taken: 50 })
})
