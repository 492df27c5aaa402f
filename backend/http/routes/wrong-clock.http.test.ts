// The clock of one process's machine jumps by an hour, twice, and goes right again, beside a process whose clock is right: what has an end keeps
// it, by the database's clock, and the log keeps its order.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { startFakeWallet } from '#backend/gateways/payment-wallet/fake/fake-wallet.ts'
import { expectProblem } from '#backend/http/testing/api-fixture.ts'
import {
  makeProduct,
  openShop,
  type Shop,
  signedIn,
  spawnShop,
  walletCredentials,
} from '#backend/testing/shop-fixture.ts'
import { test } from '#scripts/testing/database.ts'
import { allowErrors } from '#scripts/testing/error-lines.ts'

// A mail on its way while the clock jumps seems late; the queue tries it again.
allowErrors(/"error":"MailerError".*ETIMEDOUT/)

const hour = 3_600_000

/** A shop that serves with the right clock, and beside it a process that serves, feeds and does the jobs, whose clock can be set wrong. */
async function twoProcesses(databaseUrl: string) {
  const settings = { ...walletCredentials, port: 0, host: '127.0.0.1', databaseUrl, sellerId: '445566' }
  const wallet = await startFakeWallet(settings)
  const right = await openShop(databaseUrl, { wallet: { apiBaseUrl: wallet.url }, env: { ROLE: 'web' } })
  const wrong = await spawnShop(right, wallet.url)
  onTestFinished(async () => {
    await wrong.stop()
    await right.stop()
    await wallet.stop()
  })
  return { right, wrong, walletUrl: wallet.url }
}
type Processes = Awaited<ReturnType<typeof twoProcesses>>
type Person = Awaited<ReturnType<typeof signedIn>>

/** Somebody whose account and session the process made. */
async function registeredBy({ client: open }: Processes['wrong']): Promise<Person> {
  const entry = { name: 'Ana', email: `${randomUUID()}@gamertech.test`, password: 'Clave-segura-1' }
  const client = open()
  const { body } = await client.post('/api/users/new', entry)
  return { ...client, ...entry, id: body.user.id }
}

/** The minutes from now until then, by the database. */
async function minutesUntil({ core }: Shop, moment: string): Promise<number> {
  const { rows } = await core.pool.query<{ minutes: number }>(
    'select (extract(epoch from $1::timestamptz - clock_timestamp()) / 60)::float8 as minutes',
    [moment],
  )
  return rows[0]?.minutes ?? 0
}

async function expectMinutes(shop: Shop, moment: string, minutes: number): Promise<void> {
  expect(Math.abs((await minutesUntil(shop, moment)) - minutes)).toBeLessThan(2)
}

async function endOfSession({ core }: Shop, { id }: Person): Promise<string> {
  const { rows } = await core.pool.query<{ end: string }>(
    'select max(expires_at)::text as end from auth.sessions where user_id = $1',
    [id],
  )
  return rows[0]?.end ?? ''
}

/** Until when the provider takes payments in a checkout. */
async function endAtProvider(walletUrl: string, preferenceId: string): Promise<string> {
  const headers = { authorization: `Bearer ${walletCredentials.accessToken}` }
  const answer = await fetch(`${walletUrl}/checkout/preferences/${preferenceId}`, { headers })
  return ((await answer.json()) as { expiration_date_to: string }).expiration_date_to
}

/** The same person at the other process. */
function at(process: Pick<Processes['wrong'], 'client'>, { jar, ...person }: Person): Person {
  const client = process.client()
  for (const [name, value] of jar) client.jar.set(name, value)
  return { ...person, ...client }
}

/** 'Pagar' of the cart with one unit more, at whatever process the buyer is. */
async function press(buyer: Person, id: number): Promise<{ orderId: number; id: string }> {
  const line = { userId: buyer.id, productId: { id, quantity: 1 } }
  const { subtotal: price } = (await buyer.post('/api/cart/addproducttocart', line)).body
  const pressed = { quantity: '1', price, description: 'Tu compra en GamerTech' }
  const { status, body } = await buyer.post('/api/payment/create_preference', pressed)
  expect(status).toBe(200)
  return body
}

/** Whoever is signed in is so at both processes, and what is held waits for its payment at both. */
async function expectUnharmed({ right, wrong }: Processes, people: readonly Person[], orderId: number): Promise<void> {
  for (const person of people)
    for (const process of [right, wrong]) {
      expect((await at(process, person).get('/api/session')).body.user?.id).toBe(person.id)
    }
  const [, buyer] = people as [Person, Person]
  for (const process of [right, wrong])
    expect((await at(process, buyer).get('/api/order/open')).body.order?.id).toBe(orderId)
}

/** A change of prices that shall happen in a quarter of an hour is taken; what is past by the database's clock is refused. */
async function expectTimedByDatabase({ right, wrong }: Processes, admin: Person, productId: number): Promise<void> {
  const rule = { by: 'amount', value: 10, rounding: 'none' }
  const there = at(wrong, admin)
  const { body } = await there.post('/api/panel/batches/prices', { rule, ids: [productId] })
  const from = (minutes: number) => new Date(right.core.now().getTime() + minutes * 60_000).toISOString()
  const begin = (minutes: number) =>
    there.post(`/api/panel/batches/${body.id}/begin`, { reason: 'Suba', at: from(minutes) })
  expectProblem(await begin(-15), 400, 'validation')
  expect((await begin(15)).status).toBe(200)
  expect((await there.post(`/api/panel/batches/${body.id}/cancel`, {})).status).toBe(200)
}

/** Both processes write in turn: no event is said to be older than the one before it. */
async function expectInOrder({ right, wrong }: Processes, people: readonly Person[], productId: number): Promise<void> {
  for (let nth = 0; nth < 6; nth++)
    for (const process of [right, wrong])
      for (const person of people) {
        const line = { userId: person.id, productId: { id: productId, quantity: 1 } }
        expect((await at(process, person).post('/api/cart/addproducttocart', line)).status).toBe(200)
      }
  const { rows } = await right.core.pool.query(
    'select pos from (select pos, at, lag(at) over (order by pos) as before from es.events) e where at < before',
  )
  expect(rows).toEqual([])
}

test('[F16] the clock of one of two processes goes an hour forth, two back, and right again: sessions, holds, checkouts and what is planned end by the database’s clock, and the log keeps its order', async ({
  databaseUrl,
}) => {
  const processes = await twoProcesses(databaseUrl)
  const { right, wrong, walletUrl } = processes
  const admin = await signedIn(right, { admin: true })
  const [before, productId] = [await signedIn(right), await makeProduct(admin, { stock: 200 })]
  for (const ahead of [hour, -hour]) {
    wrong.moveClock(ahead)
    const during = await registeredBy(wrong)
    await expectMinutes(right, await endOfSession(right, during), 30)
    const { orderId, id } = await press(during, productId)
    await expectMinutes(right, (await during.get(`/api/order/${orderId}`)).body.holdUntil, 15)
    await expectMinutes(right, await endAtProvider(walletUrl, id), 15)
    void wrong.work('expire-order', { orderId })
    await expectUnharmed(processes, [before, during], orderId)
    await expectTimedByDatabase(processes, admin, productId)
    await expectInOrder(processes, [before, during], productId)
    expect((await during.post(`/api/order/${orderId}/cancel`, {})).status).toBe(200)
    await expect.poll(async () => await minutesUntil(right, await endAtProvider(walletUrl, id))).toBeLessThan(1)
  }
  const { orderId } = await press(before, productId)
  wrong.moveClock(0)
  await expectUnharmed(processes, [admin, before], orderId)
  await expectInOrder(processes, [before], productId)
  // A process knows the database's clock to the length of a question, not to the millisecond.
  const ended = "update auth.sessions set expires_at = clock_timestamp() - interval '10 seconds' where user_id = $1"
  await right.core.pool.query(ended, [before.id])
  for (const process of [right, wrong])
    expectProblem(await at(process, before).get(`/api/cart/${before.id}`), 401, 'unauthenticated')
})
