// Erasing a person who used everything the shop has, and the ways in which it may be cut short or raced.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { changeAccount } from '#backend/commands/changes.ts'
import { textOfDatabase, tracesOf } from '#backend/commands/testing/personal-traces.ts'
import { setPaused } from '#backend/eventstore/projections/rebuild.ts'
import { eventsAfter, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { openCore } from '#backend/shop.ts'
import { logError, setLogLevel } from '#backend/telemetry/log.ts'
import { openOwnerPool } from '#backend/testing/core-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import {
  addToCart,
  type PurchaseShop,
  placed,
  test as shopTest,
  untilState,
} from '#backend/testing/purchase-fixture.ts'
import { makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'
import { erasePerson } from './erase-person.ts'

const person = { name: 'Zoraida Wampash Ñahui', email: 'ZWampash.Privada+tienda@correo-zw.test' }
const password = 'Clave-segura-1'
const words = ['Zoraida', 'Wampash', 'ZWampash.Privada', 'correo-zw']
const operator = { actor: 'operator', correlation: 'test' } as const
const readModels = projections.map(({ name }) => name)

const test = shopTest
  .extend('ownerPool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const pool = openOwnerPool(databaseUrl)
    onCleanup(() => pool.end())
    return pool
  })
  .extend('ops', ({ shop, ownerPool }) => opsOn({ core: shop.core, ownerPool }))

const written: string[] = []
beforeEach(() => {
  written.length = 0
  setLogLevel('debug')
  for (const stream of [process.stderr, process.stdout])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  setLogLevel('warn')
})

/** Waits until something is so; throws after ten seconds. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isSo()) return
    await sleep(50)
  }
  throw new Error(`never: ${what}`)
}

async function settled(shop: PurchaseShop): Promise<void> {
  const head = await shop.core.store.head()
  await until('all caught up', async () => {
    const { rows } = await shop.core.pool.query(
      'select from es.subscriptions where pos < $1 and (kept_until is null or kept_until > now())',
      [head],
    )
    return rows.length === 0 && shop.core.positions.waitFor(readModels, head)
  })
}

async function hasKey(shop: PurchaseShop, userId: number): Promise<boolean> {
  return (await shop.core.keyring.find([userId])).size === 1
}

/** Mistypes the password, signs in, is banned with a reason and reinstated, buys, gets a receipt, reviews. */
async function useEverything(shop: PurchaseShop) {
  const client = shop.client()
  const { body } = await client.post('/api/users/new', { ...person, password })
  const buyer = { ...client, ...person, password, id: body.user.id as number }
  const signIn = (typed: string) =>
    shop.client().post('/api/users/verifyuser', { email: person.email, password: typed })
  for (const typed of ['otra', password, 'una más']) await signIn(typed)
  const reason = `${person.name} escribe desde ${person.email}`
  await changeAccount(shop.core.store, operator, { type: 'BanUser', userId: buyer.id, reason })
  await changeAccount(shop.core.store, operator, { type: 'ReinstateUser', userId: buyer.id })
  await buyer.post('/api/users/verifyuser', { email: person.email, password })
  await settled(shop)
  const productId = await makeProduct(shop.admin)
  await addToCart(buyer, productId, 2)
  const { orderId, id: preferenceId } = await placed(buyer)
  await shop.control.choose(preferenceId, 'approved')
  await untilState(buyer, orderId, 'paid')
  const review = { productId, textReview: { userId: buyer.id, mensaje: 'Va muy bien.' } }
  await buyer.post('/api/product/addreviewscore', { ...review, score: { userId: buyer.id, score: 5 } })
  await until('a receipt', async () => (await receiptsOf(shop)) === 1)
  await settled(shop)
  return { buyer, productId, orderId }
}

async function receiptsOf(shop: PurchaseShop): Promise<number> {
  const mails = await mailsTo(shop.mailboxUrl, person.email)
  return mails.filter(({ subject }) => subject.startsWith('Tu compra')).length
}

/** What the shop shows of the person's doings. */
async function shown(shop: PurchaseShop, productId: number, orderId: number) {
  const [product, order] = [
    await shop.client().get(`/api/product/${productId}`),
    await shop.admin.get(`/api/order/${orderId}`),
  ]
  return { reviews: product.body.reviews, rating: product.body.rating, order: order.body }
}

/** The panel's orders and the audit know nobody behind what the person did. */
async function expectUnknown({ admin }: PurchaseShop, userId: number, orderId: number): Promise<void> {
  expect((await admin.get(`/api/panel/orders/${orderId}`)).body).toMatchObject({ userId, buyer: 'Usuario desconocido' })
  for (const entity of [`user-${userId}`, `order-${orderId}`]) {
    const { body } = await admin.get(`/api/panel/audit/entity?of=${entity}`)
    expect(body.rows[0].actor).toMatchObject({ text: 'Usuario desconocido', userId })
    expect(tracesOf(JSON.stringify(body), words)).toEqual([])
  }
}

async function tablesWithTraces(ownerPool: pg.Pool): Promise<string[]> {
  const tables = await textOfDatabase(ownerPool)
  return [...tables].filter(([, text]) => tracesOf(text, words).length > 0).map(([table]) => table)
}

/** Nobody is shown who it was, and no table knows. */
async function expectGone(shop: PurchaseShop, ownerPool: pg.Pool, of: { buyerId: number; orderId: number }) {
  await expectUnknown(shop, of.buyerId, of.orderId)
  expect(await tablesWithTraces(ownerPool)).toEqual([])
}

describe('a person who used everything', () => {
  test('[PRIV-01 partial] [PRIV-05] [EVT-06] [T46] is in no table and no log once erased, and what they bought and wrote stays', {
    timeout: 90_000,
  }, async ({ shop, ownerPool, ops }) => {
    const { buyer, productId, orderId } = await useEverything(shop)
    // The rows from before the rebuild are kept for a while, for going back.
    expect((await ops('rebuild', 'users')).code).toBe(0)
    const holders = await tablesWithTraces(ownerPool)
    expect(holders.filter((table) => !table.startsWith('rm.users'))).toEqual([])
    expect(holders).toHaveLength(2)
    const seen = await shown(shop, productId, orderId)
    const position = await shop.core.store.head()

    await erasePerson(shop.core, operator, buyer.id)
    await settled(shop)

    const events = await eventsAfter(shop, position)
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'UserErased', data: { userId: buyer.id } },
    ])
    const erased = await shown(shop, productId, orderId)
    expect(erased.order).toEqual(seen.order)
    expect(erased.order).toMatchObject({ total: 21, state: 'paid', lines: [{ quantity: 2 }] })
    expect(erased.reviews).toEqual([{ ...seen.reviews[0], author: { name: null, imageUrl: null } }])
    expect((await shop.admin.get(`/api/users/${buyer.id}`)).body).toMatchObject({
      name: 'Usuario desconocido',
      email: '',
      imageUrl: null,
    })
    expectProblem(await buyer.get(`/api/cart/${buyer.id}`), 401, 'unauthenticated')
    const again = await shop.client().post('/api/users/verifyuser', { email: person.email, password })
    expectProblem(again, 401, 'wrong_credentials')

    await expectGone(shop, ownerPool, { buyerId: buyer.id, orderId })
    expect((await ops('rebuild', 'all')).code).toBe(0)
    await settled(shop)
    expect(await ops('verify')).toMatchObject({ code: 0 })
    expect(await shown(shop, productId, orderId)).toEqual(erased)
    await expectGone(shop, ownerPool, { buyerId: buyer.id, orderId })
    logError('the log is heard', new Error(`mail to ${person.email}`))
    expect(written.join('')).toContain('the log is heard')
    expect(tracesOf(written.join(''), words)).toEqual([])
  })

  test('rows that nobody feeds any more are emptied too', async ({ shop, ownerPool, ops }) => {
    const gone = await signedIn(shop)
    await settled(shop)
    await ops('rebuild', 'users')
    const { rows } = await ownerPool.query<{ generation: number }>(
      "update es.subscriptions set kept_until = now() - interval '1 hour' where state = 'kept' and name = 'users' returning generation",
    )
    await ownerPool.query("select pg_notify('generations', '')")
    await settled(shop)
    await sleep(300)
    await erasePerson(shop.core, operator, gone.id)
    await settled(shop)
    const kept = `rm.users__${rows[0]?.generation}`
    const row = await ownerPool.query(`select name, email, is_active from ${kept} where user_id = $1`, [gone.id])
    expect(row.rows).toEqual([{ name: null, email: null, is_active: true }])
  })

  test('is in no answer that was kept, though the projection of the accounts is paused', async ({
    shop,
    ownerPool,
  }) => {
    const author = await signedIn(shop)
    const productId = await makeProduct(shop.admin)
    await addToCart(author, productId, 1)
    const { orderId, id: preferenceId } = await placed(author)
    await shop.control.choose(preferenceId, 'approved')
    await untilState(author, orderId, 'paid')
    const review = { productId, textReview: { userId: author.id, mensaje: 'Va muy bien.' } }
    await author.post('/api/product/addreviewscore', { ...review, score: { userId: author.id, score: 5 } })
    await settled(shop)
    const authorShown = async () => (await shop.client().get(`/api/product/${productId}`)).body.reviews[0].author.name
    await setPaused(ownerPool, 'users', true)
    try {
      expect(await authorShown()).toBe(author.name)
      await erasePerson(shop.core, operator, author.id)
      await expect.poll(authorShown).toBeNull()
    } finally {
      await setPaused(ownerPool, 'users', false)
    }
  })

  test('may come back with the same e-mail as somebody new', async ({ shop }) => {
    const back = shop.client()
    const answer = await back.post('/api/users/new', { ...person, password: 'Otra-clave-2' })
    expect(answer).toMatchObject({ status: 201, body: { user: { name: person.name } } })
    const userId = answer.body.user.id as number
    for (const round of [1, 2]) await erasePerson(shop.core, { ...operator, correlation: `${round}` }, userId)
    const stream = `user-${userId}` as const
    const history = (await shop.core.store.readStreams([stream])).get(stream) ?? []
    expect(history.map((event) => event.type)).toEqual(['UserRegistered', 'UserErased'])
    expect(history[0]?.data).toMatchObject({ name: null, email: null })
    await expect(changeAccount(shop.core.store, operator, { type: 'ReinstateUser', userId })).rejects.toMatchObject({
      code: 'user_erased',
    })
  })
})

describe('cut short', () => {
  const dead = { forget: () => Promise.reject(new Error('the process was killed here')) }

  test('between the fact and what it destroys, the job goes on', async ({ shop, ownerPool }) => {
    const gone = await signedIn(shop)
    await expect(erasePerson({ ...shop.core, accounts: dead }, operator, gone.id)).rejects.toThrow('killed here')
    const right = { email: gone.email, password }
    expectProblem(await shop.client().post('/api/users/verifyuser', right), 401, 'wrong_credentials')
    await until('the key is destroyed', async () => !(await hasKey(shop, gone.id)))
    await until('sessions and password are gone', async () => {
      const { rows } = await ownerPool.query(
        'select 1 from auth.sessions where user_id = $1 union all select 1 from auth.credentials where user_id = $1',
        [gone.id],
      )
      return rows.length === 0
    })
    expect((await shop.client().post('/api/users/new', { name: 'Ana', ...right })).status).toBe(201)
  })

  test('in the middle of it, the next round destroys the rest', async ({ shop, ownerPool }) => {
    const gone = await signedIn(shop)
    await expect(erasePerson({ ...shop.core, accounts: dead }, operator, gone.id)).rejects.toThrow()
    await shop.core.store.forget(`user-${gone.id}`, gone.id)
    await shop.jobs['forget-person']({ userId: gone.id })
    await shop.jobs['forget-person']({ userId: gone.id })
    const { rows } = await ownerPool.query(
      'select 1 from auth.sessions where user_id = $1 union all select 1 from auth.credentials where user_id = $1',
      [gone.id],
    )
    expect(rows).toEqual([])
  })

  test('nobody is forgotten whom the log does not call erased, by code or by hand', async ({ shop }) => {
    const there = await signedIn(shop)
    await expect(shop.core.accounts.forget(there.id)).rejects.toThrow('no event that frees its claims')
    await expect(shop.core.accounts.forget(987_654)).rejects.toThrow('no event that frees its claims')
    expect(await hasKey(shop, there.id)).toBe(true)
    const gone = await signedIn(shop)
    await erasePerson(shop.core, operator, gone.id)
    await expect(shop.core.store.forget(`user-${gone.id}`, there.id)).rejects.toThrow('names subject')
    for (const sql of ['delete from es.claims', 'update keys.subjects set wrapped_key = null, destroyed_at = now()'])
      await expect(shop.core.pool.query(sql)).rejects.toThrow('permission denied')
    expect(await hasKey(shop, there.id)).toBe(true)
    expect((await there.get(`/api/users/${there.id}`)).body.email).toBe(there.email)
  })
})

test('of two last admins who erase each other at once, in two processes, one stays; the last one is refused', async ({
  shop,
  databaseUrl,
}) => {
  const other = await openCore({ databaseUrl, dataKey: shop.config.secrets.dataKey, sessionSecret: 's'.repeat(40) })
  try {
    let last: Client & { id: number } = shop.admin
    for (let round = 0; round < 8; round++) {
      const second = await signedIn(shop, { admin: true })
      await settled(shop)
      const ends = await Promise.allSettled([
        erasePerson(shop.core, operator, last.id),
        erasePerson(other, operator, second.id),
      ])
      const refused = ends.filter((end) => end.status === 'rejected')
      expect(refused).toMatchObject([{ reason: { code: 'last_admin' } }])
      if (ends[0]?.status === 'fulfilled') last = second
      await expect(erasePerson(other, operator, last.id)).rejects.toMatchObject({ code: 'last_admin' })
    }
    expect(await hasKey(shop, last.id)).toBe(true)
  } finally {
    await other.close()
  }
})
