// A person uses the shop, erases themself, and is looked for everywhere: in tables, queues, logs, exports and files.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, vi } from 'vitest'
import { changeAccount } from '#backend/commands/changes.ts'
import { textOfDatabase, tracesOf } from '#backend/commands/testing/personal-traces.ts'
import { closeListeners, listen } from '#backend/http/live/testing/listener.ts'
import { opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { logError, setLogLevel } from '#backend/telemetry/log.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { placedForShipping, priceShipping } from '#backend/testing/delivery-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { pngOf, uploadAvatar } from '#backend/testing/picture-fixture.ts'
import {
  addToCart,
  buyerWith,
  type PurchaseShop,
  test as shopTest,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { makeProduct } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const first = { name: 'Xiomara Quetzalli', email: 'XQuetzalli.Propia@correo-xq.test', password: 'Clave-segura-1' }
const renamed = 'Ixchel Tonantzin'
const words = ['Xiomara', 'Quetzalli', 'XQuetzalli.Propia', 'correo-xq', 'Ixchel', 'Tonantzin']

const test = shopTest.extend('owner', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
  const pool = openOwnerPool(databaseUrl)
  onCleanup(() => pool.end())
  return pool
})

const written: string[] = []
beforeEach(() => {
  written.length = 0
  setLogLevel('debug')
  const streams = [process.stderr, process.stdout]
  const spies = streams.map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0),
  )
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    setLogLevel('warn')
  })
})

/** Registers, changes name and picture, reviews, buys, is delivered to, joins the staff, and asks for every mail. */
async function usesTheShop(shop: PurchaseShop) {
  const client = shop.client()
  const { body } = await client.post('/api/users/new', first)
  const person = { ...client, ...first, id: body.user.id as number }
  const { imageUrl } = (await uploadAvatar(shop, person, await pngOf('#5b3df5'), person)).body
  await person.post('/api/users/modifyuser', { id: person.id, name: renamed, imageUrl })
  const productId = await makeProduct(shop.admin)
  const textReview = { userId: person.id, mensaje: 'Va muy bien.' }
  await person.post('/api/product/addreviewscore', { productId, textReview, score: { userId: person.id, score: 5 } })
  await addToCart(person, productId, 1)
  const { orderId, id: preferenceId } = await placedForShipping(shop.admin, person)
  await shop.control.choose(preferenceId, 'approved')
  await untilState(person, orderId, 'paid')
  for (const [step, body] of [['prepare', {}] as const, ['ship', { carrier: 'OCA', tracking: 'O-1' }] as const])
    expect((await shop.admin.post(`/api/order/${orderId}/${step}`, body)).status).toBe(200)
  expect((await shop.admin.post(`/api/order/${orderId}/deliver`, {})).status).toBe(200)
  await changeAccount(
    shop.core.store,
    { actor: 'operator', correlation: 'test' },
    { type: 'GrantStaffRole', userId: person.id, role: 'support', from: null },
  )
  await findsItsWay(shop, person)
  await addToCart(person, productId, 1)
  await person.post('/api/users/passwordreset', { email: person.email })
  await person.post('/api/send-email', { template: 'welcome' })
  const contact = { template: 'contact', name: renamed, email: person.email, message: `Soy ${renamed}.` }
  for (const answer of [
    await person.post('/api/send-email', contact),
    await person.get(`/api/users/${person.id}/data`),
  ])
    expect(answer.status).toBeLessThan(300)
  return { person, imageUrl: imageUrl as string, orderId }
}

/** Keeps a view of the panel, comes in by a browser that says who uses it, and takes lists of the panel away, all by name. */
async function findsItsWay(shop: PurchaseShop, person: Client & typeof first): Promise<void> {
  const views = [{ name: `De ${renamed}`, tab: 'clientes', q: renamed }]
  expect((await person.post('/api/panel/views', { seen: 0, views })).status).toBe(200)
  const browser = { 'user-agent': `Mozilla/5.0 (${renamed}; Windows) Gecko Firefox/140.0` }
  const { email, password } = first
  expect((await shop.client().post('/api/users/verifyuser', { email, password }, browser)).status).toBe(200)
  for (const list of [`users?q=${encodeURIComponent(renamed)}`, 'orders']) {
    const { status, body } = await shop.admin.get(`/api/panel/exports/${list}`)
    expect([list, status, body.includes(renamed)]).toEqual([list, 200, true])
  }
}

async function exportOf({ core }: PurchaseShop, ownerPool: ReturnType<typeof openOwnerPool>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-export-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [log, keys] = [join(folder, 'log'), join(folder, 'keys')]
  expect(await opsOn({ core, ownerPool })('export', log, '--with-keys', keys)).toMatchObject({ code: 0 })
  return (await readFile(log, 'utf8')) + (await readFile(keys, 'utf8'))
}

async function jobsAreDone({ core }: PurchaseShop): Promise<void> {
  const open = `select name from job.job where state in ('created', 'retry', 'active') and start_after <= now()
    and (name like 'send-%' or name in ('forget-person', 'request-password-reset'))`
  await expect.poll(async () => (await core.pool.query(open)).rows, { timeout: 15_000 }).toEqual([])
}

test('[PRIV-01] the log never says who somebody is, and once they erased themself nothing else does', {
  timeout: 60_000,
}, async ({ shop, owner }) => {
  const listener = await listen(shop.config.port)
  onTestFinished(closeListeners)
  const { person, imageUrl, orderId } = await usesTheShop(shop)
  const looked = [...words, imageUrl.split('=')[1] ?? expect.fail('the picture has no version')]
  const { rows } = await owner.query<{ text: string }>('select e::text as text from es.events e')
  expect(rows.length).toBeGreaterThan(8)
  expect(tracesOf(rows.map(({ text }) => text).join('\n'), [...looked, `/avatar/${person.id}`])).toEqual([])
  const files = () => readdir(join(shop.config.dataDir, 'files', 'avatar'))
  expect(await files()).toEqual([String(person.id)])
  await shop.core.positions.waitFor(['users', 'orders', 'reviews', 'carts'], await shop.core.store.head())
  await jobsAreDone(shop)
  // Each of them was written to while they were there; what is left of it lies in their own mailbox alone.
  const subjects = (await mailsTo(shop.mailboxUrl, first.email.toLowerCase())).map(({ subject }) => subject)
  for (const said of ['Tu rol en GamerTech: Soporte', 'entregada'])
    expect([said, subjects.some((subject) => subject.includes(said))]).toEqual([said, true])
  const holders = [...(await textOfDatabase(owner))].filter(([, text]) => tracesOf(text, looked).length > 0)
  expect(holders.map(([table]) => table.replace(/__\d+$/, ''))).toEqual(['auth.panel_views', 'rm.users'])

  const erased = await person.post('/api/users/erase', { userId: person.id, confirmation: person.password })
  expect(erased.status).toBe(200)
  await expect.poll(files, { timeout: 15_000 }).toEqual([])
  await jobsAreDone(shop)
  await shop.core.positions.waitFor(['users', 'orders', 'reviews', 'carts'], await shop.core.store.head())

  for (const [table, text] of await textOfDatabase(owner)) expect([table, tracesOf(text, looked)]).toEqual([table, []])
  expect(tracesOf(await exportOf(shop, owner), looked)).toEqual([])
  logError('the log is heard', new Error(`mail to ${person.email}`))
  expect(written.join('')).toContain('the log is heard')
  expect(tracesOf(written.join(''), looked)).toEqual([])
  expect(listener.heard.length).toBeGreaterThan(0)
  expect(tracesOf(JSON.stringify(listener.heard), looked)).toEqual([])
  expect((await shop.admin.get(`/api/order/${orderId}`)).body).toMatchObject({ state: 'delivered', total: 461 })
})

/** Words of an address that stand nowhere else, in the order of its fields. */
const addressWords = ['Hualpaxa', 'Yaravixa', 'Quirquincho', 'Tilcaraxa', 'Y4624XYZ', '388-5550142']
const address = {
  recipient: 'Hualpaxa',
  street: 'Yaravixa 918',
  floor: 'Quirquincho',
  city: 'Tilcaraxa',
  province: 'Jujuy',
  postalCode: 'Y4624XYZ',
  phone: '388-5550142',
}

/** An account that keeps the address, and has a paid order shipped to it. */
async function shippedBuyer(shop: PurchaseShop) {
  await priceShipping(shop.admin, [{ from: 4600, to: 4699, price: 450.5, days: 7 }])
  const buyer = await buyerWith(shop, [{ price: 10.5 }])
  await buyer.post('/api/users/address', { userId: buyer.id, address })
  const shipping = { price: 450.5, days: 7, address }
  const pressed = { quantity: '1', price: 461, description: 'Tu compra en GamerTech', shipping }
  const { orderId, id: preferenceId } = (await buyer.post('/api/payment/create_preference', pressed)).body
  await shop.control.choose(preferenceId, 'approved')
  await untilState(buyer, orderId, 'paid')
  await jobsAreDone(shop)
  return { buyer, orderId: orderId as number }
}

test('[DELV-04] where somebody had things shipped stands nowhere readable once they are erased, and the order keeps its amounts', {
  timeout: 60_000,
}, async ({ shop, owner }) => {
  const { buyer, orderId } = await shippedBuyer(shop)
  const readable = async () =>
    JSON.stringify([
      (await shop.admin.get(`/api/panel/orders/${orderId}`)).body,
      (await shop.admin.get(`/api/panel/audit/entity?of=order-${orderId}`)).body,
      (await shop.admin.get(`/api/panel/audit/entity?of=user-${buyer.id}`)).body,
    ])
  const holders = async () =>
    [...(await textOfDatabase(owner))].filter(([, text]) => tracesOf(text, addressWords).length > 0)
  // It is shown to who must send the parcel, and stands sealed in the log alone: in no table can it be read.
  expect(tracesOf(await readable(), addressWords)).toEqual(addressWords)
  expect((await holders()).map(([table]) => table)).toEqual([])

  const erased = await buyer.post('/api/users/erase', { userId: buyer.id, confirmation: buyer.password })
  expect(erased.status).toBe(200)
  await jobsAreDone(shop)
  await shop.core.positions.waitFor(['users', 'orders', 'carts'], await shop.core.store.head())
  expect((await holders()).map(([table]) => table)).toEqual([])
  expect(tracesOf(await readable(), addressWords)).toEqual([])
  expect(tracesOf(await exportOf(shop, owner), addressWords)).toEqual([])
  const stored = await shop.core.store.readStreams([`order-${orderId}`, `user-${buyer.id}`])
  expect(tracesOf(JSON.stringify([...stored.values()]), addressWords)).toEqual([])
  logError('the log is heard', new Error('nothing else'))
  expect(written.join('')).toContain('the log is heard')
  expect(tracesOf(written.join(''), addressWords)).toEqual([])
  expect((await shop.admin.get(`/api/order/${orderId}`)).body).toMatchObject({
    state: 'paid',
    total: 461,
    shipping: { price: 450.5, days: 7 },
    address: null,
    lines: [{ price: 10.5, quantity: 1 }],
  })
})
