// For tests of the API: what a refusal must look like, what the log holds, a provider's notice, and an order placed without asking the provider.
import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { changeAccount } from '#backend/commands/changes.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { firstPriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import { accountOf, detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { seller } from '#backend/testing/seller-fixture.ts'
import { makeProduct, type Shop, signedIn, superAdminKey } from '#backend/testing/shop-fixture.ts'
import type { Answer, Client } from '#scripts/testing/client.ts'

/** The answer is an RFC 9457 problem with this status and code, said in Spanish, that shows nothing of the inside. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.body).toMatchObject({ type: `/problems/${code}`, status, title: expect.stringMatching(/\S/) })
  if (!specified.test(answer.body.detail)) expect(answer.body.detail).toMatch(/[a-záéíóúñ]{2,} .*[.!]$/)
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|select |at \/|\bundefined\b/)
}

/** The specification's own sentences, which have no full stop. */
const specified =
  /^(Correo o contraseña incorrecto|No es posible desactivar administradores|Funcionalidad bloqueada|No fue posible modificar el rol\. Quedan \d intentos para que se bloquee funcionalidad)$/

type Member = Awaited<ReturnType<typeof signedIn>>

/** All that needs nobody but the shop is served: to somebody who is signed in, and to one who comes anew. */
export async function expectShopGoesOn(shop: Shop, member: Member): Promise<void> {
  const productId = await makeProduct(await signedIn(shop, { admin: true }))
  const [newcomer, again] = [shop.client(), shop.client()]
  const entry = { name: 'Ana', email: `mientras${productId}@gamertech.test`, password: 'Clave-segura-1' }
  const line = { userId: member.id, productId: { id: productId, quantity: 1 } }
  const { email, password } = member
  const answers = [
    ...(await Promise.all(['/api/catalogue', `/api/product/${productId}`].map((path) => newcomer.get(path)))),
    await newcomer.post('/api/users/new', entry),
    await again.post('/api/users/verifyuser', { email, password }),
    await member.get('/api/session'),
    await member.post('/api/cart/addproducttocart', line),
    await member.get(`/api/cart/${member.id}`),
    await member.get(`/api/purchase/${member.id}`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200, 200, 200, 200])
  expect(answers[4]?.body.user).toMatchObject({ id: member.id })
}

/** A problem 400 that lists exactly these fields, each with a sentence. */
export function expectBadInput(answer: Answer, fields: readonly string[]): void {
  expectProblem(answer, 400, 'validation')
  expect(answer.body.errors.map((error: { field: string }) => error.field).sort()).toEqual([...fields].sort())
  for (const error of answer.body.errors) expect(error.message).toMatch(/^[¡A-Z].*[.!]$/)
}

export type LoggedEvent = {
  pos: number
  stream_id: string
  version: number
  type: string
  data: Record<string, unknown>
  meta: { actor: string; cause: string; correlation: string }
  at: Date
}

/** The events after a position, in order. */
export async function eventsAfter(shop: Shop, position: number): Promise<LoggedEvent[]> {
  const { rows } = await shop.core.pool.query<LoggedEvent>(
    `select e.pos, e.stream_id, e.version, t.name as type, e.data, e.meta, e.at
     from es.events e join es.event_types t on t.id = e.type where e.pos > $1 order by e.pos`,
    [position],
  )
  return rows
}

/** Runs the calls and returns the types of the events they appended. */
export async function typesAppended(shop: Shop, calls: () => Promise<unknown>): Promise<string[]> {
  const before = await shop.core.store.head()
  await calls()
  return (await eventsAfter(shop, before)).map((event) => event.type)
}

/** Bans an account as an operator does. */
export async function ban(shop: Shop, userId: number): Promise<void> {
  const context = { actor: 'operator', correlation: 'test' } as const
  const { position } = await changeAccount(shop.core.store, context, { type: 'BanUser', userId, reason: null })
  await shop.core.positions.waitFor(['users'], position)
}

/** Puts units of a product into the buyer's cart and places an order of the cart; the provider is not asked. Returns the order's id. */
export async function placeOrderOf(
  shop: Shop,
  buyer: Client & { id: number },
  line: { id: number; quantity: number },
): Promise<number> {
  const cart = await buyer.post('/api/cart/addproducttocart', { userId: buyer.id, productId: line })
  const context = { actor: `user:${buyer.id}`, correlation: 'test' } as const
  const totalCents = Math.round(cart.body.subtotal * 100)
  const { result, position } = await placeOrder(shop.services, context, buyer.id, { totalCents })
  await shop.core.positions.waitFor(['orders', 'carts', 'catalogue'], position)
  return result.state.orderId
}

/** The body of the provider's notice of a payment. */
export const notice = (paymentId: string) => ({
  id: 1,
  live_mode: false,
  type: 'payment',
  action: 'payment.updated',
  api_version: 'v1',
  data: { id: paymentId },
})

/** The headers that sign a notice; `ts` in seconds. */
export function signature(
  paymentId: string,
  secret: string,
  requestId = 'request-1',
  ts = Math.floor(Date.now() / 1000),
) {
  const v1 = createHmac('sha256', secret).update(`id:${paymentId};request-id:${requestId};ts:${ts};`).digest('hex')
  return { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId }
}

/** The session that the body of `writes` names. */
export const writtenSession = '7d3c1b1e-52a5-4b64-9e43-1f1f0d2b7c55'

/** Every POST of the API but the webhook, with a body that would do something for an admin with this id. */
export function writes(userId: number, productId: number): [path: string, body: object][] {
  const line = { id: productId, quantity: 1 }
  return [
    ['/api/users/new', { name: 'Ana', email: 'nueva@gamertech.test', password: 'Clave-segura-1' }],
    ['/api/users/verifyuser', { email: 'persona1@gamertech.test', password: 'Clave-segura-1' }],
    ['/api/session/end', {}],
    ['/api/session/open/end', { id: writtenSession }],
    ['/api/session/open/endothers', {}],
    ['/api/cart/addproducttocart', { userId, productId: line }],
    ['/api/cart/setquantity', { userId, productId: line }],
    ['/api/cart/addcartfromlocalstorage', { userId, productsId: [line] }],
    ['/api/cart/deleteitem', { userId, itemId: productId }],
    ['/api/cart/correct', { userId }],
    ...reviewWrites(userId, productId),
    ['/api/product/new', { name: 'a', category: 'b', description: 'c', imageUrl: '/img/a.png', price: 1, stock: 1 }],
    ['/api/product/modifyproduct', { id: productId }],
    ['/api/panel/costs', { productId, cost: 5, revision: 0 }],
    ['/api/product/sort', { field: 'name', direction: 'ascendente' }],
    ['/api/payment/create_preference', { quantity: '1', price: 10.5, description: 'Tu compra en GamerTech' }],
    ['/api/payment/return', { orderId: 1 }],
    ['/api/purchase/new', { userId, productId }],
    ['/api/users/loginwithgoogle', { uid: '1', data: { email: 'a@gmail.test' }, credential: 'x' }],
    ['/api/auth/google/start', {}],
    ['/api/auth/google/finish', { code: 'x', state: 'x' }],
    ['/api/auth/google/link', { password: 'Clave-segura-1' }],
    ['/api/users/passwordreset', { email: 'persona1@gamertech.test' }],
    ['/api/users/setpassword', { token: 'x'.repeat(43), password: 'Clave-segura-2' }],
    ['/api/users/modifyuser', { id: userId, name: 'Otro Nombre' }],
    ['/api/users/erase', { userId, confirmation: 'x' }],
    ['/api/send-email', { template: 'welcome', userId }],
    ['/api/panel/operations', { act: 'resume', name: 'carts' }],
    ['/api/panel/audit/uncover', { position: 1 }],
    ['/api/panel/audit/undo', { position: 1, seen: 1 }],
    ['/api/cart/buyagain', { orderId: 1, mergeId: '0b0f3c5e-7f0e-4c57-9d6b-0a4f6c2c1d11' }],
    ['/api/order/lookup', { orderId: 1, email: 'persona1@gamertech.test' }],
    ['/api/order/withdrawal', { orderId: 1, email: 'persona1@gamertech.test' }],
    ...orderWrites(),
    ...settingWrites(userId),
  ]
}

function reviewWrites(userId: number, productId: number): [path: string, body: object][] {
  const of = { productId, reviewId: userId }
  const seen = { text: 'Sí.', score: 5, answer: null }
  return [
    ['/api/product/addreviewscore', { productId, textReview: { userId, mensaje: 'Sí.' }, score: { userId, score: 5 } }],
    ['/api/product/answerreview', { ...of, answer: 'Gracias.', seen }],
    ['/api/product/deletereviewscore', of],
  ]
}

/** What is done with an order. */
function orderWrites(): [path: string, body: object][] {
  const plain = ['cancel', 'prepare', 'deliver', 'ready', 'handover']
  return [
    ...plain.map((step): [string, object] => [`/api/order/1/${step}`, {}]),
    ['/api/order/1/ship', { carrier: 'Andreani', tracking: 'AN-0001' }],
    ['/api/order/1/refund', { amount: 1 }],
    ['/api/order/1/refund/retry', { refund: 1 }],
    ['/api/order/1/refund/dismiss', { paymentId: '77', note: 'Por banco.' }],
    ['/api/panel/unmatched/1', { act: 'dismiss', note: 'De otra cuenta.' }],
    ['/api/order/1/aside', { paymentId: '77', act: 'accept' }],
    ['/api/payment/transfer', { quantity: '1', price: 10.5, description: 'Tu compra en GamerTech' }],
    ['/api/order/1/transfer/cancel', { note: 'Por pedido.' }],
    ['/api/order/1/movement', { number: '123456', date: '2026-11-21', amount: 10.5 }],
    ['/api/order/1/refund/transferred', { number: '123457', date: '2026-11-21', refund: 1 }],
    ['/api/order/1/refund/account', { cbu: seller.cbu }],
    ['/api/order/1/transfer/account', { cbu: seller.cbu }],
  ]
}

/** Of what is kept for later. */
function settingWrites(userId: number): [path: string, body: object][] {
  return [
    ['/api/panel/views', { seen: 0, views: [{ name: 'Agotados', tab: 'productos', state: 'soldOut' }] }],
    ['/api/panel/synonyms', { lines: ['gpu, placa de video'] }],
    ['/api/panel/schemas', { category: 'Monitores', revision: 0, attributes: [] }],
    ['/api/panel/delivery', { revision: 0, ranges: [{ from: 1000, to: 1499, price: 10, days: 2 }], freeFrom: null }],
    ['/api/panel/prices', { revision: 0, ...firstPriceSettings, daysBeforePercent: 3 }],
    ['/api/panel/seller', { revision: 0, ...detailsOf(seller) }],
    ['/api/panel/seller/account', { revision: 0, ...accountOf(seller), superAdminKey }],
    ['/api/panel/transfer', { revision: 0, isOn: true, discountPercent: 10, holdHours: 48, maxOpenOrders: 2 }],
    ['/api/users/address', { userId, address: null }],
    ['/api/panel/batches/prices', { rule: { by: 'percent', value: 10, rounding: 'none' }, filter: {} }],
    ['/api/panel/batches/conversion', { category: 'Monitores', from: 'Frecuencia', to: 'frecuencia' }],
    ['/api/panel/batches/1/columns', { columns: { name: 0 } }],
    ['/api/panel/batches/1/begin', { reason: 'Suba' }],
    ['/api/panel/batches/1/cancel', {}],
    ['/api/panel/batches/1/undo', { reason: 'Error' }],
  ]
}
