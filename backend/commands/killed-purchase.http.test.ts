// A process that is killed (SIGKILL) in the midst of a purchase: between its own append, the provider's call and what it keeps of the answer.
import { expect, onTestFinished } from 'vitest'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import {
  buyerWith,
  eventTypes,
  type PurchaseShop,
  pay,
  placed,
  stockOf,
  test,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { spawnShop } from '#backend/testing/shop-fixture.ts'
import { asCaller } from '#scripts/testing/client.ts'

type Buyer = Awaited<ReturnType<typeof buyerWith>>

/** A process of the shop, and buyers as its callers. */
async function beside(shop: PurchaseShop) {
  const spawned = await spawnShop(shop, shop.fakeWalletUrl)
  onTestFinished(spawned.kill)
  const as = (buyer: Buyer): Buyer => ({ ...buyer, ...asCaller(spawned.client(), buyer) })
  return { ...spawned, as, signal: (name: NodeJS.Signals) => spawned.pid && process.kill(spawned.pid, name) }
}

/** What the wallet holds, past its API. */
async function atWallet(shop: PurchaseShop) {
  const pool = openOwnerPool(shop.databaseUrl)
  onTestFinished(() => pool.end())
  const count = async (sql: string, values: unknown[] = []) => Number((await pool.query(sql, values)).rows[0].count)
  return {
    /** Calls that were to be spoiled and have not come yet. */
    awaited: () => shop.control.faultsLeft(),
    preferences: (orderId: number) =>
      count(`select count(*) from fake_wallet.preferences where request->>'external_reference' like $1`, [
        `${orderId}-%`,
      ]),
    refunds: (paymentId: string) =>
      count('select count(*) from fake_wallet.refunds where payment_id = $1', [paymentId]),
  }
}

/** The order that a press placed, whoever heard of it. */
async function orderOf(shop: PurchaseShop, buyer: Buyer): Promise<number> {
  let id = 0
  const listed = async () => (await shop.admin.get(`/api/purchase/${buyer.id}`)).body
  await expect.poll(async () => (id = (await listed())[0]?.id ?? 0)).toBeGreaterThan(0)
  return id
}

/** What a press leaves when its process dies: `made` preferences at the provider, and of them `kept` by the shop. */
const moments = [
  { moment: 'its order was appended, and the provider has not begun', fault: 'hang', made: 0, kept: 0 },
  { moment: 'the provider opened the checkout, and nothing of it is kept', fault: 'held_answer', made: 1, kept: 0 },
  { moment: 'the checkout is kept, and the shopper may not have heard of it', fault: null, made: 1, kept: 1 },
] as const

test.for(moments)(
  '[F3] killed when $moment: pressed again it is one order and one checkout, paid once; not pressed again, its units are free',
  { timeout: 60_000 },
  async ({ fault, made, kept }, { shop }) => {
    const wallet = await atWallet(shop)
    const [buyer, other] = [await buyerWith(shop, [{ quantity: 2 }]), await buyerWith(shop, [{ quantity: 2 }])]
    const dying = await beside(shop)
    if (fault) shop.control.spoil('create_preference', fault, 2)
    const presses = [buyer, other].map((one) => pay(dying.as(one)).catch(() => undefined))
    const [orderId, left] = [await orderOf(shop, buyer), await orderOf(shop, other)]
    await expect.poll(wallet.awaited).toBe(0)
    for (const id of [orderId, left]) {
      await expect.poll(() => wallet.preferences(id)).toBe(made)
      await expect.poll(() => eventTypes(shop, `payment-${id}`)).toHaveLength(kept)
    }
    await dying.kill()
    await Promise.all(presses)
    shop.control.reset()
    expect(await eventTypes(shop, `order-${orderId}`)).toEqual(['OrderPlaced'])
    const again = await placed(buyer)
    expect(again.orderId).toBe(orderId)
    expect(await wallet.preferences(orderId)).toBe(1)
    await shop.control.choose(again.id, 'approved')
    // Its notices go to the address of the process that is no more.
    await shop.jobs['reconcile-payments']({})
    await untilState(buyer, orderId, 'paid')
    expect(await eventTypes(shop, `payment-${orderId}`)).toEqual(['PreferenceCreated', 'PaymentApproved'])
    expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 3, available: 3 })

    expect(await stockOf(shop, other.products[0] ?? 0)).toEqual({ onHand: 5, available: 3 })
    shop.wait(16)
    await shop.jobs['reconcile-payments']({})
    shop.wait(-16)
    expect(await eventTypes(shop, `order-${left}`)).toEqual(['OrderPlaced', 'OrderExpired'])
    expect(await stockOf(shop, other.products[0] ?? 0)).toEqual({ onHand: 5, available: 5 })
  },
)

test('[F3 partial] killed while it asks for a payment that was approved: the job of every minute finds it, and it counts once', {
  timeout: 60_000,
}, async ({ shop }) => {
  const wallet = await atWallet(shop)
  const buyer = await buyerWith(shop, [{ quantity: 2 }])
  const { orderId, id } = await placed(buyer)
  const dying = await beside(shop)
  shop.control.mute()
  const paymentId = await shop.control.makePayment(id, 'approved')
  shop.control.spoil('get_payment', 'held_answer')
  const back = dying
    .as(buyer)
    .post('/api/payment/return', { orderId, paymentId })
    .catch(() => undefined)
  await expect.poll(wallet.awaited).toBe(0)
  await dying.kill()
  await back
  shop.control.reset()
  expect(await eventTypes(shop, `order-${orderId}`)).toEqual(['OrderPlaced'])
  for (let times = 1; times <= 2; times++) await shop.jobs['reconcile-payments']({})
  await untilState(buyer, orderId, 'paid')
  expect(await eventTypes(shop, `payment-${orderId}`)).toEqual(['PreferenceCreated', 'PaymentApproved'])
  expect(await eventTypes(shop, `order-${orderId}`)).toEqual(['OrderPlaced', 'OrderPaid'])
  expect(await stockOf(shop, buyer.products[0] ?? 0)).toEqual({ onHand: 3, available: 3 })
})

test.for(['killed', 'frozen'] as const)(
  '[F3 partial] %s when the provider has given a part back and nobody has noted it: it goes back once, and is noted by the next',
  { timeout: 60_000 },
  async (fate, { shop }) => {
    const wallet = await atWallet(shop)
    const buyer = await buyerWith(shop, [{ price: 100 }])
    const { orderId, id } = await placed(buyer)
    const paymentId = new URL(await shop.control.choose(id, 'approved')).searchParams.get('payment_id') ?? ''
    await untilState(buyer, orderId, 'paid')
    const other = await beside(shop)
    // Nobody takes the job up but the process that is to die or to freeze at it.
    const operate = (act: 'pause' | 'resume') => shop.admin.post('/api/panel/operations', { act, name: 'jobs' })
    expect((await operate('pause')).status).toBe(200)
    await shop.admin.post(`/api/order/${orderId}/refund`, { amount: 40 })
    shop.control.spoil('refund', 'held_answer')
    const worked = other.work('refund-payment', { orderId, paymentId, refund: 1 })
    await expect.poll(() => wallet.refunds(paymentId)).toBe(1)
    if (fate === 'killed') await other.kill()
    else other.signal('SIGSTOP')
    shop.control.reset()
    const types = () => eventTypes(shop, `payment-${orderId}`)
    expect(await types()).not.toContain('PaymentRefunded')
    expect((await operate('resume')).status).toBe(200)
    await expect.poll(types).toContain('PaymentRefunded')
    const before = await types()
    if (fate === 'frozen') {
      other.signal('SIGCONT')
      expect(await worked).toMatch(/done|failed/)
    }
    expect(await types()).toEqual(before)
    expect(await wallet.refunds(paymentId)).toBe(1)
    expect(await shop.services.wallet.getPayment(paymentId)).toMatchObject({ status: 'approved', refundedCents: 4000 })
  },
)
