// A new password by mail, from the request over job, event and real SMTP to the link, and what it must not tell or allow.
import { request } from 'node:http'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { textOfDatabase } from '#backend/commands/testing/personal-traces.ts'
import { createPool } from '#backend/db/database.ts'
import { ban, eventsAfter, expectBadInput, expectProblem } from '#backend/http/testing/api-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { type PurchaseShop, test } from '#backend/testing/purchase-fixture.ts'
import { signedIn } from '#backend/testing/shop-fixture.ts'

const ask = '/api/users/passwordreset'
const set = '/api/users/setpassword'
const signIn = '/api/users/verifyuser'
const password = 'Otra-clave-segura-2'
const patience = { timeout: 10_000 }

async function linksTo(shop: PurchaseShop, email: string): Promise<string[]> {
  const mails = await mailsTo(shop.mailboxUrl, email)
  return mails.flatMap(({ text_body: text }) => /\S+\/reset-password#token=[\w-]{43}$/m.exec(text)?.[0] ?? [])
}

/** Asks for a link and returns the token of the newest one. */
async function tokenFor(shop: PurchaseShop, email: string, headers: Record<string, string> = {}): Promise<string> {
  const before = (await linksTo(shop, email)).length
  expect((await shop.client().post(ask, { email }, headers)).status).toBe(202)
  await expect.poll(() => linksTo(shop, email), patience).toHaveLength(before + 1)
  return (await linksTo(shop, email))[0]?.split('#token=')[1] ?? ''
}

/** Asks for a link under another name of the shop, which no client of fetch can claim, and returns the link that was mailed. */
async function linkAskedUnder(shop: PurchaseShop, email: string, host: string): Promise<string> {
  const headers = { host, origin: shop.url, 'content-type': 'application/json' }
  const status = await new Promise((done, fail) => {
    const { hostname, port } = new URL(shop.url)
    const asking = request({ hostname, port, path: ask, method: 'POST', headers }, (answer) => {
      answer.resume()
      done(answer.statusCode)
    })
    asking.on('error', fail).end(JSON.stringify({ email }))
  })
  expect(status).toBe(202)
  await expect.poll(() => linksTo(shop, email), patience).toHaveLength(1)
  return (await linksTo(shop, email))[0] ?? ''
}

const enter = (shop: PurchaseShop, email: string, typed: string) =>
  shop.client().post(signIn, { email, password: typed })

describe('a link', () => {
  test('[T26] [ACC-27 partial] [EVT-03] sets the password once, ends every session of the account, and is told by mail', async ({
    shop,
  }) => {
    const person = await signedIn(shop)
    const other = shop.client()
    await other.post(signIn, person)
    const bystander = await signedIn(shop)
    const head = await shop.core.store.head()
    const token = await tokenFor(shop, ` ${person.email.toUpperCase()}`.trim())
    expect(await shop.client().post(set, { token, password })).toMatchObject({ status: 200 })
    for (const client of [person, other])
      expectProblem(await client.get(`/api/cart/${person.id}`), 401, 'unauthenticated')
    expect((await bystander.get(`/api/cart/${bystander.id}`)).status).toBe(200)
    expectProblem(await enter(shop, person.email, person.password), 401, 'wrong_credentials')
    expect((await enter(shop, person.email, password)).status).toBe(200)
    expectProblem(await shop.client().post(set, { token, password: 'Tercera-clave-3' }), 409, 'reset_link_invalid')
    expect((await enter(shop, person.email, password)).status).toBe(200)
    const events = await eventsAfter(shop, head)
    expect(events.map(({ type, meta }) => [type, meta.actor])).toEqual([
      ['PasswordResetRequested', 'visitor'],
      ['PasswordChanged', `user:${person.id}`],
    ])
    const subjects = async () => (await mailsTo(shop.mailboxUrl, person.email)).map(({ subject }) => subject)
    await expect.poll(subjects, patience).toContain('Cambió la contraseña de tu cuenta en GamerTech')
  })

  test('is good for thirty minutes by the shop’s clock, and void once a later one was asked for', async ({ shop }) => {
    const { email, password: old } = await signedIn(shop)
    const first = await tokenFor(shop, email)
    const second = await tokenFor(shop, email)
    expectProblem(await shop.client().post(set, { token: first, password }), 409, 'reset_link_invalid')
    shop.wait(30)
    expectProblem(await shop.client().post(set, { token: second, password }), 409, 'reset_link_invalid')
    shop.wait(-30)
    expect((await enter(shop, email, old)).status).toBe(200)
    shop.wait(29)
    expect((await shop.client().post(set, { token: second, password })).status).toBe(200)
    shop.wait(-29)
  })

  test('[T26 partial] leaves no session to who was signing in by the old password at that moment', async ({ shop }) => {
    const { email, password: old } = await signedIn(shop)
    const token = await tokenFor(shop, email)
    const { pool } = shop.core
    const query = pool.query.bind(pool)
    let isSet = false
    // The old hash was read, and is still being compared, when the new password is set.
    const slowly = async (...args: unknown[]) => {
      const found: unknown = await Reflect.apply(query, pool, args)
      if (!isSet && String(args[0]).startsWith('select password_hash')) {
        isSet = true
        expect((await shop.client().post(set, { token, password })).status).toBe(200)
      }
      return found
    }
    const reading = vi.spyOn(pool, 'query').mockImplementation(slowly as never)
    onTestFinished(() => reading.mockRestore())
    const thief = shop.client()
    expectProblem(await thief.post(signIn, { email, password: old }), 401, 'wrong_credentials')
    expect(isSet).toBe(true)
    expect((await thief.get('/api/session')).body.user).toBe(null)
    expect((await enter(shop, email, password)).status).toBe(200)
  })

  test('is used by one of many who try at once', async ({ shop }) => {
    const { email } = await signedIn(shop)
    const token = await tokenFor(shop, email)
    const words = ['uno', 'dos', 'tres', 'cuatro'].map((word) => `Clave-de-${word}-9`)
    const answers = await Promise.all(words.map((word) => shop.client().post(set, { token, password: word })))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const won = words[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await enter(shop, email, won)).status).toBe(200)
  })

  test('[T26 partial] leads to the shop’s own address whatever the request says, and its token is stored nowhere', async ({
    shop,
    databaseUrl,
  }) => {
    const { email } = await signedIn(shop)
    const first = await linkAskedUnder(shop, email, 'evil.test')
    expect(new URL(first).origin).toBe(shop.url)
    const forged = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http', forwarded: 'host=evil.test' }
    const token = await tokenFor(shop, email, forged)
    expect(first).not.toContain(token)
    const [link = ''] = await linksTo(shop, email)
    expect(link).toBe(`${shop.url}/reset-password#token=${token}`)
    const owner = createPool(databaseUrl, { as: 'owner', max: 1, limits: false })
    const everything = [...(await textOfDatabase(owner)).values()].join('\n')
    await owner.end()
    for (const form of [token, Buffer.from(token, 'base64url').toString('hex')])
      expect(everything.includes(form)).toBe(false)
  })

  test('is neither sent to nor of use for an account that is suspended', async ({ shop }) => {
    const banned = await signedIn(shop)
    const token = await tokenFor(shop, banned.email)
    await ban(shop, banned.id)
    expectProblem(await shop.client().post(set, { token, password }), 409, 'reset_link_invalid')
    expect((await shop.client().post(ask, { email: banned.email })).status).toBe(202)
    // The mail of a request that came later is there: that of the earlier one would be too.
    const later = await signedIn(shop)
    await tokenFor(shop, later.email)
    expect(await linksTo(shop, banned.email)).toHaveLength(1)
  })

  test('that was made up, or a password that is none, is refused', async ({ shop }) => {
    expectProblem(await shop.client().post(set, { token: 'x'.repeat(43), password }), 409, 'reset_link_invalid')
    expectBadInput(await shop.client().post(set, { token: 'x', password: '' }), ['password', 'token'])
    expectBadInput(await shop.client().post(ask, { email: 'nadie' }), ['email'])
  })
})

describe('whoever asks learns nothing', () => {
  test('[ACC-28 partial] a known and an unknown e-mail get the same answer, and the unknown one no mail', async ({
    shop,
  }) => {
    const { email } = await signedIn(shop)
    const unknown = 'nadie.aqui@gamertech.test'
    const [first, second] = [
      await shop.client().post(ask, { email: unknown }),
      await shop.client().post(ask, { email }),
    ]
    expect(first.status).toBe(202)
    expect(second).toMatchObject({ status: 202, body: first.body })
    const names = (headers: Headers) => [...headers.keys()].sort()
    expect(names(second.headers)).toEqual(names(first.headers))
    await expect.poll(() => linksTo(shop, email), patience).toHaveLength(1)
    expect(await mailsTo(shop.mailboxUrl, unknown)).toEqual([])
  })

  test('nor from how long it takes', { timeout: 60_000 }, async ({ shop }) => {
    const client = shop.client()
    // An e-mail gets five mails an hour.
    const ratio = await timeRatio(shop, { accounts: 12, rounds: 60 }, async (email) => {
      expect((await client.post(ask, { email })).status).toBe(202)
    })
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('[T25] nor does a wrong password tell by its time whether the e-mail has an account', {
    timeout: 60_000,
  }, async ({ shop }) => {
    const ratio = await timeRatio(shop, { accounts: 8, rounds: 40 }, async (email) => {
      expectProblem(await enter(shop, email, 'equivocada'), 401, 'wrong_credentials')
    })
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.7)
  })
})

/** How much longer a call takes for an e-mail that has an account: the ratio of the medians, of calls that took turns. */
async function timeRatio(
  shop: PurchaseShop,
  { accounts, rounds }: { accounts: number; rounds: number },
  call: (email: string) => Promise<void>,
): Promise<number> {
  const known: string[] = []
  for (let nth = 0; nth < accounts; nth++) known.push((await signedIn(shop)).email)
  const emails = { known, unknown: known.map((email) => `nadie.${email}`) }
  const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < rounds; round++)
    for (const kind of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const from = performance.now()
      await call(emails[kind][round % accounts] ?? '')
      took[kind].push(performance.now() - from)
    }
  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0
  return median(took.known) / median(took.unknown)
}
