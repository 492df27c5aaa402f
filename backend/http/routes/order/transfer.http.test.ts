// Paying by bank transfer: placing, each end of a movement, refunds, receipts, and who may do what.
import { join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import { changeAccount } from '#backend/commands/changes.ts'
import { confirmMovement } from '#backend/commands/transfer/confirm-movement.ts'
import { order } from '#backend/domain/order/order.ts'
import { dayOf } from '#backend/domain/time-zone.limits.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { openFileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import { expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { pngOf, sizeOf, uploadPicture } from '#backend/testing/picture-fixture.ts'
import {
  addToCart,
  type Buyer,
  buyerWith,
  eventTypes,
  type PurchaseShop,
  pay,
  placed,
  test as purchaseTest,
  stockOf,
  untilNoJob,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'
import {
  changeAccountTo,
  enterMovement,
  leaveTransfer,
  offerTransfer,
  payByTransfer,
  transferPlaced,
} from '#backend/testing/transfer-fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

const test = purchaseTest.extend('staff', { scope: 'file', auto: true }, async ({ shop }) => {
  await offerTransfer(shop)
  return signedIn(shop, { role: 'support' })
})
const asideOf = async (shop: PurchaseShop, orderId: number) =>
  (await shop.admin.get(`/api/panel/orders/${orderId}`)).body.aside as {
    paymentId: string
    differences: { field: string }[]
  }[]
const stateOf = async (buyer: Buyer, orderId: number) => (await buyer.get(`/api/order/${orderId}`)).body.state

test('[TRUE-07] by transfer: the right amount pays; less, twice and after the hold are set aside; another order’s movement is refused; the discount is a line of the order', async ({
  shop,
  staff,
}) => {
  const right = await transferPlaced(shop, [{ price: 10.5, quantity: 2 }])
  const seen = (await right.buyer.get(`/api/order/${right.orderId}`)).body
  expect(seen).toMatchObject({ state: 'placed', discount: 2.1, total: 18.9, transfer: { discountPercent: 10 } })
  expect(seen.account).toMatchObject({ cbu: '9990001800000000123459', alias: 'uno.dos' })
  expect((await enterMovement(shop, staff, right.orderId, { number: 'A-100', amount: 18.9 })).body.state).toBe('paid')
  expect(await eventTypes(shop, `stock-${right.buyer.products[0] ?? 0}`)).toEqual([
    ...['StockAdjusted', 'StockHeld', 'StockConsumed'],
  ])

  const less = await transferPlaced(shop)
  expect((await enterMovement(shop, staff, less.orderId, { number: 'A-101', amount: 18.89 })).body.state).toBe('placed')
  expect(await asideOf(shop, less.orderId)).toMatchObject([
    { paymentId: 'T-A101', differences: [{ field: 'amountCents', expected: '1890', found: '1889' }] },
  ])

  const twice = await enterMovement(shop, staff, right.orderId, { number: 'A-102', amount: 18.9 })
  expect(twice.body.state).toBe('paid')
  expect(await asideOf(shop, right.orderId)).toMatchObject([
    { paymentId: 'T-A102', differences: [{ field: 'status' }] },
  ])

  const other = await transferPlaced(shop)
  const foreign = await enterMovement(shop, staff, other.orderId, { number: ' a100 ', amount: 18.9 })
  expectProblem(foreign, 409, 'movement_taken')
  expect(await stateOf(other.buyer, other.orderId)).toBe('placed')
  expect(await eventTypes(shop, `payment-${other.orderId}`)).toEqual([])

  // Its hold of three days is over.
  const ended = await transferPlaced(shop, [{ quantity: 2 }], 100)
  await shop.jobs['expire-order']({ orderId: ended.orderId })
  const late = await enterMovement(shop, staff, ended.orderId, { amount: 18.9 })
  expect(late.body.state).toBe('expired')
  expect(await asideOf(shop, ended.orderId)).toMatchObject([{ differences: [{ field: 'date' }] }])
})

test('a transfer of the last day counts though it is entered later: it pays while there are units, else it goes back', async ({
  shop,
  staff,
}) => {
  const inTime = await transferPlaced(shop, [{ quantity: 2 }], 100)
  const soldOut = await transferPlaced(shop, [{ stock: 2, quantity: 2 }], 100)
  for (const { orderId } of [inTime, soldOut]) await shop.jobs['expire-order']({ orderId })
  const rival = await buyerWith(shop, [])
  await addToCart(rival, soldOut.buyer.products[0] ?? 0, 2)
  await placed(rival)
  const date = dayOf(new Date(inTime.holdUntil))
  expect((await enterMovement(shop, staff, inTime.orderId, { amount: 18.9, date })).body.state).toBe('paid')
  const back = await enterMovement(shop, staff, soldOut.orderId, { amount: 18.9, date, number: 'B-101' })
  expect(back.body).toMatchObject({
    state: 'expired',
    fullRefunds: [{ paymentId: 'T-B101', amount: 18.9, state: 'under_way' }],
  })
  const sent = { number: 'B-102', date: dayOf(shop.core.now()), paymentId: 'T-B101' }
  const refunded = await staff.post(`/api/order/${soldOut.orderId}/refund/transferred`, sent)
  expect(refunded.body).toMatchObject({ state: 'refunded', fullRefunds: [{ state: 'done' }] })
})

test('what was mistyped and set aside is corrected by entering it again; a decision of the staff ends it', async ({
  shop,
  staff,
}) => {
  const { orderId } = await transferPlaced(shop)
  await enterMovement(shop, staff, orderId, { number: 'C-101', amount: 1.89 })
  expect((await enterMovement(shop, staff, orderId, { number: 'C-101', amount: 18.9 })).body.state).toBe('paid')
  expectProblem(await enterMovement(shop, staff, orderId, { number: 'C-101', amount: 1 }), 409, 'movement_taken')
  const less = await transferPlaced(shop)
  await enterMovement(shop, staff, less.orderId, { number: 'C-102', amount: 18 })
  const accepted = await staff.post(`/api/order/${less.orderId}/aside`, { paymentId: 'T-C102', act: 'accept' })
  expect(accepted.body).toMatchObject({ state: 'paid', accepted: 18 })
})

test('what was entered for a wrong order moves once it is dismissed there, and only then', async ({ shop, staff }) => {
  const [wrong, right] = [await transferPlaced(shop), await transferPlaced(shop, [{ quantity: 4 }])]
  const enter = ({ orderId }: { orderId: number }) =>
    enterMovement(shop, staff, orderId, { number: 'G-101', amount: 37.8 })
  const dismiss = (note: string) =>
    staff.post(`/api/order/${wrong.orderId}/aside`, { paymentId: 'T-G101', act: 'dismiss', note })
  await enter(wrong)
  expectProblem(await enter(right), 409, 'movement_taken')
  expect((await dismiss('Era de otra orden.')).status).toBe(200)
  expectProblem(await enter(wrong), 409, 'movement_taken')
  expect((await enter(right)).body.state).toBe('paid')
  expectProblem(await enter(wrong), 409, 'movement_taken')
  expect((await enter(right)).body.state).toBe('paid')
  // Its money goes back, so it can pay nothing else.
  const back = await transferPlaced(shop)
  await enterMovement(shop, staff, back.orderId, { number: 'G-102', amount: 37.8 })
  await staff.post(`/api/order/${back.orderId}/aside`, { paymentId: 'T-G102', act: 'refund' })
  const other = await transferPlaced(shop, [{ quantity: 4 }])
  expectProblem(
    await enterMovement(shop, staff, other.orderId, { number: 'G-102', amount: 37.8 }),
    ...([409, 'movement_taken'] as const),
  )
})

test('200 confirmations of one movement at once pay once, whichever order they name', async ({ shop, staff }) => {
  const [one, two] = [await transferPlaced(shop), await transferPlaced(shop)]
  const context = { actor: `user:${staff.id}`, correlation: 'test' } as const
  const entered = { number: 'D101', date: dayOf(shop.core.now()), amountCents: 1890 }
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, nth) =>
      confirmMovement(shop.services, context, { ...entered, orderId: (nth % 2 === 0 ? one : two).orderId }),
    ),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 100 }, () => 'movement_taken'))
  const ends = await Promise.all([one, two].map(({ orderId }) => eventTypes(shop, `payment-${orderId}`)))
  expect(ends.flat()).toEqual(['PaymentApproved'])
  expect(await eventTypes(shop, 'movement-D101')).toEqual(['MovementEntered'])
})

describe('an order by transfer', () => {
  test('empties the cart, holds its units for days and survives a second purchase in the wallet', async ({
    shop,
    staff,
  }) => {
    const { buyer, orderId, holdUntil } = await transferPlaced(shop, [{ stock: 5, quantity: 2 }])
    const [product = 0] = buyer.products
    expect((await buyer.get(`/api/cart/${buyer.id}`)).body.lines).toEqual([])
    expect(Date.parse(holdUntil) - shop.core.now().getTime()).toBeGreaterThan(71.9 * 3_600_000)
    expect((await buyer.get('/api/order/open')).body).toEqual({ order: null })
    await addToCart(buyer, product, 3)
    const second = await placed(buyer)
    await shop.control.choose(second.id, 'approved')
    await untilState(buyer, second.orderId, 'paid')
    expect(await stateOf(buyer, orderId)).toBe('placed')
    expect(await stockOf(shop, product)).toEqual({ onHand: 2, available: 0 })
    await addToCart(buyer, (await buyerWith(shop, [{}])).products[0] ?? 0, 1)
    expect((await enterMovement(shop, staff, orderId, { amount: 18.9 })).body.state).toBe('paid')
    expect((await buyer.get(`/api/cart/${buyer.id}`)).body.lines).toHaveLength(1)
    expect(await stockOf(shop, product)).toEqual({ onHand: 0, available: 0 })
  })

  test('replaces the unpaid order of the same cart in the wallet', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{ stock: 2, quantity: 2 }])
    const first = await placed(buyer)
    expect((await payByTransfer(buyer)).status).toBe(200)
    expect(await stateOf(buyer, first.orderId)).toBe('cancelled')
  })

  test('is one of three at once, each of which counts for its three days and three more', async ({ shop }) => {
    const three = async (hoursAgo: number) => {
      const { buyer, holdUntil } = await transferPlaced(shop, [{ stock: 9 }], hoursAgo)
      const [product = 0] = buyer.products
      for (const _ of ['second', 'third']) {
        await addToCart(buyer, product, 1)
        await leaveTransfer(shop, buyer, hoursAgo)
      }
      await addToCart(buyer, product, 1)
      return { buyer, holdUntil }
    }
    const { buyer, holdUntil } = await three(48)
    for (const refused of [await pay(buyer), await payByTransfer(buyer)]) {
      expectProblem(refused, 429, 'checkout_paused')
      expect(Date.parse(refused.body.until) - Date.parse(holdUntil)).toBe(72 * 3_600_000)
    }
    expectProblem(await payByTransfer((await three(73)).buyer), 429, 'checkout_paused')
    expect((await payByTransfer((await three(145)).buyer)).status).toBe(200)
  })

  test('is not offered while it is off, and the page’s discount has to be the shop’s', async ({ shop }) => {
    const buyer = await buyerWith(shop, [{}])
    const body = { quantity: '1', description: 'Tu compra en GamerTech', price: 10.5 }
    expectProblem(await buyer.post('/api/payment/transfer', body), 409, 'stale_total')
    expect((await shop.client().get('/api/shop/transfer')).body).toEqual({
      transfer: { discountPercent: 10, holdHours: 72 },
    })
    const settings = (await shop.admin.get('/api/panel/transfer')).body
    expect(settings).toMatchObject({ isOn: true, hasAccount: true, maxOpenOrders: 3 })
    const { hasAccount: __, ...change } = settings
    const off = await shop.admin.post('/api/panel/transfer', { ...change, isOn: false })
    expect((await shop.client().get('/api/shop/transfer')).body).toEqual({ transfer: null })
    expectProblem(await payByTransfer(buyer), 409, 'transfer_unavailable')
    expectProblem(await shop.admin.post('/api/panel/transfer', change), 409, 'settings_changed')
    const wrong = { ...change, revision: off.body.revision, holdHours: 12, discountPercent: 60 }
    expectBadInput(await shop.admin.post('/api/panel/transfer', wrong), ['discountPercent', 'holdHours'])
    await shop.admin.post('/api/panel/transfer', { ...change, revision: off.body.revision })
  })
})

test('staff cancel an order by transfer with a reason: its units are free, and its buyer is told', async ({
  shop,
  staff,
}) => {
  const { buyer, orderId } = await transferPlaced(shop)
  const [product = 0] = buyer.products
  const cancel = (note: string, caller: Pick<typeof staff, 'post'> = staff, of = orderId) =>
    caller.post(`/api/order/${of}/transfer/cancel`, { note })
  expectProblem(await cancel('Retiene todo.', buyer), 403, 'forbidden')
  expectBadInput(await cancel(' '), ['note'])
  for (const _ of ['once', 'again']) expect((await cancel('Retiene todo.')).body.state).toBe('cancelled')
  expect(await stockOf(shop, product)).toEqual({ onHand: 5, available: 5 })
  const subjects = async () => (await mailsTo(shop.mailboxUrl, buyer.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain(`Cancelamos tu orden Nº ${orderId}`)
  const story = JSON.stringify((await shop.admin.get(`/api/panel/audit/entity?of=order-${orderId}`)).body)
  expect(story).toContain('La canceló el local. Motivo: Retiene todo.')
  const paid = await transferPlaced(shop)
  await enterMovement(shop, staff, paid.orderId, { amount: 18.9 })
  expectProblem(await cancel('Retiene todo.', staff, paid.orderId), 409, 'order_not_open')
  const inWallet = await placed(await buyerWith(shop, [{}]))
  expectProblem(await cancel('Retiene todo.', staff, inWallet.orderId), 409, 'not_by_transfer')
})

test('a movement names a number, a day that has come and an amount; who buys or only reads may not enter one', async ({
  shop,
  staff,
}) => {
  const { buyer, orderId } = await transferPlaced(shop)
  const path = `/api/order/${orderId}/movement`
  expectBadInput(await staff.post(path, { number: '1', date: '2026-02-30', amount: 0 }), ['amount', 'date', 'number'])
  const tomorrow = dayOf(new Date(shop.core.now().getTime() + 86_400_000))
  expectBadInput(await staff.post(path, { number: '1234', date: tomorrow, amount: 1 }), ['date'])
  const entry = { number: '1234', date: dayOf(shop.core.now()), amount: 18.9 }
  const auditor = await signedIn(shop, { role: 'auditor' })
  for (const caller of [buyer, auditor]) expectProblem(await caller.post(path, entry), 403, 'forbidden')
  const wallet = await buyerWith(shop, [{}])
  const inWallet = await placed(wallet)
  expectProblem(await enterMovement(shop, staff, inWallet.orderId, { amount: 10.5 }), 409, 'not_by_transfer')
  expectProblem(await enterMovement(shop, staff, 999_999, { amount: 10.5 }), 404, 'not_found')
})

test('a part of it waits until the staff enter the movement that gave it back, to the account that its buyer told', async ({
  shop,
  staff,
}) => {
  const { buyer, orderId } = await transferPlaced(shop, [{ price: 10.5, quantity: 3 }])
  const [product = 0] = buyer.products
  await enterMovement(shop, staff, orderId, { amount: 28.35 })
  const part = { lines: [{ id: product, quantity: 1 }], restock: true }
  const asked = await staff.post(`/api/order/${orderId}/refund`, part)
  expect(asked.body.refunds).toMatchObject([{ refund: 1, amount: 9.45, state: 'under_way' }])
  const account = `/api/order/${orderId}/refund/account`
  expectBadInput(await buyer.post(account, { cbu: '9990001800000000123458' }), ['cbu'])
  await buyer.post(account, { cbu: '99900018 00000000123459' })
  const told = async () => (await mailsTo(shop.mailboxUrl, buyer.email)).map(({ text_body: text }) => text).join()
  await expect.poll(told).toContain('cuyo CBU termina en 3459')
  const cbu = async (caller: typeof staff) => (await caller.get(`/api/panel/orders/${orderId}`)).body.refundCbu
  expect(await cbu(staff)).toBe('9990001800000000123459')
  expect(await cbu(await signedIn(shop, { role: 'auditor' }))).toBeNull()
  expect((await buyer.get(`/api/order/${orderId}`)).body.refundCbu).toBe('9990001800000000123459')
  const sent = { number: 'E-101', date: dayOf(shop.core.now()), refund: 1 }
  for (const _ of ['once', 'again']) {
    const { body } = await staff.post(`/api/order/${orderId}/refund/transferred`, sent)
    expect(body.refunds).toMatchObject([{ state: 'done' }])
  }
  const second = await staff.post(`/api/order/${orderId}/refund/transferred`, { ...sent, number: 'E-102' })
  expectProblem(second, 409, 'refund_done')
  expect(await eventTypes(shop, `payment-${orderId}`)).toEqual([
    'PaymentApproved',
    'RefundRequested',
    'PaymentRefunded',
  ])
  const other = await transferPlaced(shop)
  const early = await other.buyer.post(`/api/order/${other.orderId}/refund/account`, { cbu: '9990001800000000123459' })
  expectProblem(early, 409, 'refund_account_useless')
  expectProblem(
    await enterMovement(shop, staff, other.orderId, { number: 'E-101', amount: 18.9 }),
    409,
    'movement_taken',
  )
})

test('a ban releases what the account’s unpaid transfers hold, but for one whose receipt the staff look at', async ({
  shop,
}) => {
  const [silent, told] = [await transferPlaced(shop), await transferPlaced(shop)]
  const [product = 0] = silent.buyer.products
  const before = await stockOf(shop, product)
  await uploadPicture(shop, told.buyer, await pngOf('#204060'), { path: `/api/order/${told.orderId}/receipt` })
  for (const { buyer } of [silent, told])
    await changeAccount(
      shop.core.store,
      { actor: 'operator', correlation: 'test' },
      { type: 'BanUser', userId: buyer.id, reason: 'abuso' },
    )
  await expect.poll(() => eventTypes(shop, `order-${silent.orderId}`)).toContain('OrderCancelled')
  await untilNoJob(shop)
  expect((await stockOf(shop, product)).available).toBe(before.available + 2)
  expect(await eventTypes(shop, `order-${told.orderId}`)).toEqual(['OrderPlaced', 'ReceiptUploaded'])
})

test('a mail about money that goes back, and waited, is not sent once it has gone', async ({ shop, staff }) => {
  const { buyer, orderId } = await transferPlaced(shop)
  await enterMovement(shop, staff, orderId, { amount: 18.9, number: 'H-101' })
  await staff.post(`/api/order/${orderId}/refund`, { amount: 5 })
  await untilNoJob(shop)
  const asking = async () =>
    (await mailsTo(shop.mailboxUrl, buyer.email)).filter(({ text_body: text }) => /tu CBU/.test(text))
  expect(await asking()).toHaveLength(1)
  const refund = { orderId, paymentId: 'T-H101', refund: 1 }
  const waited = { mail: 'transfer-refund', orderId, amountCents: 500, refund } as const
  await shop.jobs['send-order-mail']({ ...waited, position: 900_001 })
  await expect.poll(asking).toHaveLength(2)
  const sent = { number: 'H-102', date: dayOf(shop.core.now()), refund: 1 }
  expect((await staff.post(`/api/order/${orderId}/refund/transferred`, sent)).status).toBe(200)
  await shop.jobs['send-order-mail']({ ...waited, position: 900_002 })
  expect(await asking()).toHaveLength(2)
})

test('a transfer back that can’t be made is settled by a note; who confirms transfers gives the account of a banned buyer', async ({
  shop,
  staff,
}) => {
  const { buyer, orderId } = await transferPlaced(shop)
  await enterMovement(shop, staff, orderId, { amount: 18.9 })
  await staff.post(`/api/order/${orderId}/refund`, { amount: 5 })
  const path = `/api/order/${orderId}/refund`
  const give = (caller: Pick<typeof staff, 'post'>, of = 'transfer') =>
    caller.post(`/api/order/${orderId}/${of}/account`, { cbu: '9990001800000000123459' })
  const context = { actor: 'operator', correlation: 'test' } as const
  await changeAccount(shop.core.store, context, { type: 'BanUser', userId: buyer.id, reason: 'prueba' })
  expectProblem(await give(buyer, 'refund'), 403, 'user_banned')
  expectProblem(await give(await signedIn(shop, { role: 'auditor' })), 403, 'forbidden')
  expectProblem(await give(staff, 'refund'), 404, 'not_found')
  expect((await give(staff)).status).toBe(200)
  expect((await staff.get(`/api/panel/orders/${orderId}`)).body.refundCbu).toBe('9990001800000000123459')
  const dismissed = await staff.post(`${path}/dismiss`, { refund: 1, note: 'En efectivo, en el local.' })
  expect(dismissed.body.refunds).toMatchObject([{ state: 'dismissed' }])
  const late = { number: 'I-101', date: dayOf(shop.core.now()), refund: 1 }
  expectProblem(await staff.post(`${path}/transferred`, late), 409, 'refund_done')
  expect((await staff.post(path, { amount: 13.9 })).status).toBe(200)
})

test('the staff’s first page lists receipts until a movement was entered, and refunds until they were transferred', async ({
  shop,
  staff,
}) => {
  const { buyer, orderId } = await transferPlaced(shop)
  const todo = async () => {
    const { receipts, toTransfer, refundTrouble } = (await staff.get('/api/panel/overview/sales')).body
    return [receipts, toTransfer, refundTrouble].map(({ orders }: { orders: number[] }) => orders.includes(orderId))
  }
  expect(await todo()).toEqual([false, false, false])
  const path = `/api/order/${orderId}/receipt`
  await uploadPicture(shop, buyer, await pngOf('#123456'), { path })
  await expect.poll(todo).toEqual([true, false, false])
  await enterMovement(shop, staff, orderId, { number: 'F-101', amount: 18 })
  await expect.poll(todo).toEqual([false, false, false])
  await enterMovement(shop, staff, orderId, { number: 'F-101', amount: 18.9 })
  await staff.post(`/api/order/${orderId}/refund`, { amount: 5 })
  await expect.poll(todo).toEqual([false, true, false])
  const sent = { number: 'F-102', date: dayOf(shop.core.now()), refund: 1 }
  await staff.post(`/api/order/${orderId}/refund/transferred`, sent)
  await expect.poll(todo).toEqual([false, false, false])
})

test('an account that the shop has changed is shown no more, and no mail names it', async ({ shop }) => {
  const { buyer, orderId } = await transferPlaced(shop)
  const shown = async () => (await buyer.get(`/api/order/${orderId}`)).body.account
  const remind = (position: number) => shop.jobs['send-order-mail']({ mail: 'transfer-reminder', orderId, position })
  const reminders = async () =>
    (await mailsTo(shop.mailboxUrl, buyer.email)).filter(({ subject }) => subject.includes('vence pronto'))
  await changeAccountTo(shop, '2850590940090418135201')
  expect(await shown()).toBeNull()
  await remind(900_101)
  await changeAccountTo(shop, '9990001800000000123459')
  expect(await shown()).toMatchObject({ cbu: '9990001800000000123459' })
  await remind(900_102)
  await expect.poll(reminders).toHaveLength(1)
  expect((await reminders())[0]?.message_id).toContain('900102')
})

describe('a receipt', () => {
  const pdf = new Uint8Array(Buffer.from('%PDF-1.7\n<script>alert(1)</script>'))

  test('is drawn anew, opens for its buyer and who confirms transfers, and alone never pays', async ({
    shop,
    staff,
  }) => {
    const { buyer, orderId } = await transferPlaced(shop)
    const path = `/api/order/${orderId}/receipt`
    const png = await pngOf('#123456')
    expect(await uploadPicture(shop, buyer, png, { path })).toMatchObject({ status: 201, body: { receipts: 1 } })
    expect(await uploadPicture(shop, buyer, pdf, { path, name: 'c.pdf', type: 'application/pdf' })).toMatchObject({
      ...{ status: 201, body: { receipts: 2 } },
    })
    const shown = async () => (await buyer.get(`/api/order/${orderId}`)).body
    await expect.poll(shown).toMatchObject({ state: 'placed', receipts: ['image', 'pdf'] })
    const open = async (caller: Pick<Buyer, 'jar'>, nth: number) => {
      const cookie = [...caller.jar].map(([key, value]) => `${key}=${value}`).join('; ')
      return fetch(`${shop.url}${path}?nth=${nth}`, { headers: { cookie } })
    }
    for (const caller of [buyer, staff]) {
      const picture = await open(caller, 1)
      expect(picture.headers.get('content-type')).toBe('image/webp')
      expect(await sizeOf(new Uint8Array(await picture.arrayBuffer()))).toEqual([2000, 2000])
    }
    const attached = await open(staff, 2)
    expect(attached.headers.get('content-disposition')).toBe(`attachment; filename="comprobante-${orderId}-2.pdf"`)
    expect(new Uint8Array(await attached.arrayBuffer())).toEqual(pdf)
    const stranger = await buyerWith(shop, [])
    for (const [caller, nth] of [
      [stranger, 1],
      [await signedIn(shop, { role: 'auditor' }), 1],
      [buyer, 3],
    ] as const)
      expect((await open(caller, nth)).status).toBe(404)
    expectProblem(await uploadPicture(shop, stranger, png, { path }), 404, 'not_found')
    expectBadInput(await uploadPicture(shop, buyer, new Uint8Array([1, 2, 3]), { path }), ['image'])
    const huge = new Uint8Array(2_000_001)
    huge.set(pdf)
    expectProblem(await uploadPicture(shop, buyer, huge, { path, name: 'c.pdf' }), 413, 'too_large')
  })

  test('lies in the storage sealed, is gone with its person, and so is the account for refunds', async ({
    shop,
    staff,
  }) => {
    const { buyer, orderId } = await transferPlaced(shop)
    await uploadPicture(shop, buyer, pdf, { path: `/api/order/${orderId}/receipt`, name: 'c.pdf' })
    await enterMovement(shop, staff, orderId, { amount: 18.9 })
    await buyer.post(`/api/order/${orderId}/refund/account`, { cbu: '9990001800000000123459' })
    const files = openFileStorage({ folder: join(shop.config.dataDir, 'files') })
    const { state } = await loadState(shop.core.store, order, orderId)
    const path = `receipt/${orderId}-${state?.receipts[0]?.file ?? ''}` as const
    const kept = await files.get(path)
    expect(Buffer.from(kept ?? []).includes('PDF')).toBe(false)
    const copy = (await buyer.get(`/api/users/${buyer.id}/data`)).body
    expect(copy.orders[0]).toMatchObject({ id: orderId, refundCbu: '9990001800000000123459' })
    await buyer.post('/api/users/erase', { userId: buyer.id, confirmation: buyer.password })
    expect((await staff.get(`/api/order/${orderId}/receipt`)).status).toBe(404)
    expect((await staff.get(`/api/panel/orders/${orderId}`)).body.refundCbu).toBeNull()
    const afterwards = await staff.post(`/api/order/${orderId}/transfer/account`, { cbu: '9990001800000000123459' })
    expectProblem(afterwards, 409, 'user_erased')
    await expect.poll(() => files.get(path)).toBeUndefined()
  })
})
