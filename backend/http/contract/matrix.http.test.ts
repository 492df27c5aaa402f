// Every call of the router, by everybody who could make it, about what is theirs, another's and nobody's.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { namedCalls } from '#backend/domain/repeats.limits.ts'
import { type StaffRole, staffRoles } from '#backend/domain/user/roles.limits.ts'
import { type Route, routesOf } from '#backend/http/contract/routes.ts'
import { isPermission } from '#backend/http/middleware/allow.ts'
import { ban, eventsAfter, placeOrderOf, writes } from '#backend/http/testing/api-fixture.ts'
import { callOf, type Target } from '#backend/http/testing/calls.ts'
import { makeProduct, type Shop, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

type Told = { status: number; code: unknown; bytes: string }

const absent: Target = { userId: 999_991, orderId: 999_992, productId: 999_993, sessionId: randomUUID() }
/** Calls about another person that are refused with 403 instead of 404: the specification's client expects it. */
const forbidden = /\/(addreviewscore|avatar|send-email)$/
/** What an admin may do about another person. */
const adminsToo = new Set([
  'GET /api/users/:id',
  'GET /api/purchase/:id',
  'GET /api/order/:id',
  'POST /api/users/modifyuser',
])
/** What the staff who read accounts and orders may see of another person. */
const readersToo = new Set(['GET /api/users/:id', 'GET /api/purchase/:id', 'GET /api/order/:id'])
/** What of the panel each role sees, and what it changes there. */
const calls: Readonly<Record<StaffRole, { reads: RegExp; changes: readonly string[] }>> = {
  editor: {
    reads:
      /^\/api\/panel\/((exports\/)?products|batches(\/:id(\/rows)?)?|synonyms|schemas|views|reviewed|overview\/(products|reviews)|audit\/stock\/:id)$/,
    changes: [
      ...['/api/panel/pictures', '/api/panel/synonyms', '/api/panel/views'],
      ...['/api/product/modifyproduct', '/api/product/new', '/api/product/answerreview'],
      ...['file', 'prices', 'conversion', ':id/columns', ':id/begin', ':id/cancel', ':id/undo'].map(
        (call) => `/api/panel/batches/${call}`,
      ),
    ],
  },
  support: {
    reads:
      /^\/api\/(purchase|panel\/(exports\/\w+|batches(\/:id(\/rows)?)?|products|synonyms|schemas|reviewed|audit\/reviews|views|users(\/:id)?|orders(\/:id(\/payments)?)?|unmatched|overview\/\w+))$/,
    changes: [
      ...['deliver', 'prepare', 'refund', 'ship', 'ready', 'handover', 'refund/retry', 'refund/dismiss', 'aside'].map(
        (step) => `/api/order/:id/${step}`,
      ),
      ...['movement', 'refund/transferred', 'transfer/cancel', 'transfer/account'].map(
        (act) => `/api/order/:id/${act}`,
      ),
      '/api/panel/unmatched/:id',
      '/api/product/answerreview',
      '/api/product/deletereviewscore',
      '/api/panel/views',
    ],
  },
  auditor: { reads: /./, changes: ['/api/panel/audit/uncover', '/api/panel/views'] },
  operator: { reads: /^\/api\/panel\/(operations|views)/, changes: ['/api/panel/operations', '/api/panel/views'] },
}
async function ask(caller: Client, route: Route, target: Target): Promise<Told> {
  const { url, body, headers } = callOf(route, target)
  const { status, body: answer } = await caller.send(route.method, url, body, headers)
  return { status, code: answer.code, bytes: `${status} ${JSON.stringify(answer)}` }
}

/** Whether the call names a person, an order or a session, by path or body. */
function namesOwner(route: Route): boolean {
  const { url, body } = callOf(route, absent)
  return new RegExp(`${absent.userId}|${absent.orderId}|${absent.sessionId}`).test(url + JSON.stringify(body))
}

/** Whether only the person that it names may make it. A mail may be sent by visitors too, then about nobody. */
const isOfOwner = (route: Route) => (route.policy === 'user' || route.path.endsWith('/send-email')) && namesOwner(route)

/** An account with a line in its cart, an order of its own, and a session besides the caller's. */
async function owner(shop: Shop, productId: number, options: Parameters<typeof signedIn>[1] = {}) {
  const caller = await signedIn(shop, options)
  const orderId = await placeOrderOf(shop, caller, { id: productId, quantity: 1 })
  await shop.core.sessions.start({ userId: caller.id, sessionEpoch: 0 })
  const open: { id: string; isCurrent: boolean }[] = (await caller.get('/api/session/open')).body.sessions
  const sessionId = open.find(({ isCurrent }) => !isCurrent)?.id ?? expect.fail('there is no other session')
  return { caller, target: { userId: caller.id, orderId, productId, sessionId } }
}

const test = shopTest.extend('everybody', { scope: 'file' }, async ({ shop }) => {
  const productId = await makeProduct(await signedIn(shop, { admin: true }), { stock: 100 })
  const [a, b, banned] = [await owner(shop, productId), await owner(shop, productId), await owner(shop, productId)]
  const admin = await owner(shop, productId, { admin: true })
  const ofRole = (role: StaffRole) => owner(shop, productId, { role })
  const staff = {
    editor: await ofRole('editor'),
    support: await ofRole('support'),
    auditor: await ofRole('auditor'),
    operator: await ofRole('operator'),
  }
  await ban(shop, banned.target.userId)
  const routes = routesOf(shop.app).filter(
    ({ path, policy }) => path !== '/*' && !['operator', 'provider', 'subscriber'].includes(policy ?? ''),
  )
  return { a, b, banned, admin, staff, routes, before: await shop.core.store.head() }
})
const nameOf = ({ method, path }: Route) => `${method} ${path}`

test('[T20] a route without a policy is a fault, and so is a call that changes something without a row in the tests', ({
  shop,
}) => {
  const routes = routesOf(shop.app)
  expect(routes.filter(({ policy }) => policy === undefined)).toEqual([])
  const tried = new Set(writes(1, 1).map(([path]) => path.replace(/\/(order|batches|unmatched)\/1(?=\/|$)/, '/$1/:id')))
  const untried = routes.filter(
    ({ method, path, policy }) =>
      method !== 'GET' && policy !== 'provider' && !/\/(avatar|pictures|file|receipt)$/.test(path) && !tried.has(path),
  )
  expect(untried.map(nameOf)).toEqual([])
})

/** They create nothing, or what cannot be there twice; a new call that changes something has to be told here or take an Idempotency-Key. */
const createsNothing: Readonly<Record<string, readonly string[]>> = {
  'sets what is there to what the body says': [
    ...[
      'cart/setquantity',
      'cart/correct',
      'product/modifyproduct',
      'product/answerreview',
      'users/modifyuser',
      'users/address',
    ],
    ...[
      'panel/synonyms',
      'panel/schemas',
      'panel/costs',
      'panel/delivery',
      'panel/transfer',
      'panel/seller',
      'panel/prices',
      'panel/seller/account',
      'panel/views',
      'users/:id/avatar',
      'panel/pictures',
    ],
    ...['panel/batches/:id/columns', 'order/:id/receipt', 'order/:id/refund/account'],
    'order/:id/transfer/account',
  ],
  'takes away': [
    ...['cart/deleteitem', 'product/deletereviewscore', 'users/erase'],
    ...['session/end', 'session/open/end', 'session/open/endothers'],
  ],
  'is a step that is taken once': [
    ...['cancel', 'prepare', 'ship', 'deliver', 'ready', 'handover', 'refund/retry', 'refund/dismiss', 'aside'].map(
      (step) => `order/:id/${step}`,
    ),
    ...['order/:id/movement', 'order/:id/refund/transferred', 'order/:id/transfer/cancel'],
    'panel/unmatched/:id',
    ...['begin', 'cancel', 'undo'].map((step) => `panel/batches/:id/${step}`),
    'panel/audit/undo',
  ],
  'makes a preview, of which nothing follows and which ends by itself': ['panel/batches/file'],
  looks: ['product/sort', 'payment/return', 'purchase/new', 'order/lookup', 'panel/audit/uncover'],
  'proves who is there by something that is good once, or by a password': [
    ...['users/verifyuser', 'users/loginwithgoogle', 'users/setpassword', 'users/passwordreset'],
    ...['start', 'finish', 'link'].map((step) => `auth/google/${step}`),
  ],
}

test('every POST that creates something takes an Idempotency-Key', ({ shop }) => {
  const posts = routesOf(shop.app).filter(({ method, policy }) => method === 'POST' && policy !== 'provider')
  const others = posts.filter(({ isOnce }) => !isOnce).map(({ path }) => path.replace('/api/', ''))
  expect(others.sort()).toEqual(Object.values(createsNothing).flat().sort())
  // The page names them.
  expect(posts.flatMap(({ isOnce, path }) => (isOnce ? [path] : [])).sort()).toEqual([...namedCalls].sort())
})

test('visitors get 401 and the banned 403 wherever an account is wanted, the same bytes whatever they ask for', async ({
  shop,
  everybody: { a, banned, routes },
}) => {
  for (const route of routes) {
    const needsAccount = route.policy === 'user' || isPermission(route.policy)
    const targets = [a.target, banned.target, absent]
    if (needsAccount) {
      const visitor = await Promise.all(targets.map((target) => ask(shop.client(), route, target)))
      expect([nameOf(route), visitor[0]?.code, new Set(visitor.map(({ bytes }) => bytes)).size]).toEqual([
        nameOf(route),
        'unauthenticated',
        1,
      ])
    }
    if (needsAccount || route.policy === 'optional')
      for (const target of targets)
        expect([nameOf(route), (await ask(banned.caller, route, target)).code]).toEqual([nameOf(route), 'user_banned'])
  }
})

test('[T13] [T14] [TRUST-07] what is another’s is answered byte by byte like what is nobody’s, for users A and B, and for an admin and the staff but for what the panel shows', async ({
  shop,
  everybody: { a, b, admin, staff, routes, before },
}) => {
  const pairs = [
    { who: a, other: b.target, seen: new Set<string>() },
    { who: b, other: a.target, seen: new Set<string>() },
    { who: admin, other: a.target, seen: adminsToo },
    ...[staff.editor, staff.operator].map((who) => ({ who, other: a.target, seen: new Set<string>() })),
    ...[staff.support, staff.auditor].map((who) => ({ who, other: a.target, seen: readersToo })),
  ]
  let compared = 0
  for (const route of routes.filter(isOfOwner))
    for (const { who, other, seen } of pairs) {
      if (seen.has(nameOf(route))) continue
      const [theirs, nobodys] = [await ask(who.caller, route, other), await ask(who.caller, route, absent)]
      expect(theirs.bytes, nameOf(route)).toBe(nobodys.bytes)
      const expected = forbidden.test(route.path) ? [403, 'forbidden'] : [404, 'not_found']
      expect([nameOf(route), theirs.status, theirs.code]).toEqual([nameOf(route), ...expected])
      compared++
    }
  expect(compared).toBeGreaterThan(80)
  expect(await eventsAfter(shop, before)).toEqual([])
  for (const name of adminsToo) {
    const route = routes.find((known) => nameOf(known) === name) ?? expect.fail(name)
    expect([name, (await ask(admin.caller, route, absent)).status]).toEqual([name, 404])
    // The row's body is a new name, which is only the person's own to give.
    const expected = name.endsWith('/modifyuser') ? 403 : 200
    expect([name, (await ask(admin.caller, route, b.target)).status]).toEqual([name, expected])
    if (readersToo.has(name)) expect((await ask(staff.auditor.caller, route, b.target)).status).toBe(200)
  }
})

test('what is for the staff is 403 for everybody else with the same bytes, and nothing is refused to its owner', async ({
  everybody: { a, b, routes },
}) => {
  for (const route of routes.filter(({ policy }) => isPermission(policy))) {
    const answers = await Promise.all([a.target, b.target, absent].map((target) => ask(a.caller, route, target)))
    expect([nameOf(route), answers[0]?.code, new Set(answers.map(({ bytes }) => bytes)).size]).toEqual([
      nameOf(route),
      'forbidden',
      1,
    ])
  }
  await a.caller.post('/api/cart/addproducttocart', {
    userId: a.target.userId,
    productId: { id: a.target.productId, quantity: 1 },
  })
  // The order has no receipt.
  const own = routes.filter(
    ({ policy, path }) => (policy === 'user' || policy === 'optional') && !path.endsWith('receipt'),
  )
  for (const route of own) {
    const { status } = await ask(a.caller, route, a.target)
    expect([nameOf(route), [401, 403, 404].includes(status)]).toEqual([nameOf(route), false])
  }
})

test('[T15] whatever a visitor or a user reads, of themself, of another or of nobody, holds no e-mail but their own', async ({
  shop,
  everybody: { a, b, routes },
}) => {
  const review = {
    textReview: { userId: b.target.userId, mensaje: 'Va.' },
    score: { userId: b.target.userId, score: 5 },
  }
  const reviewed = await b.caller.post('/api/product/addreviewscore', { ...review, productId: b.target.productId })
  expect(reviewed.status).toBe(201)
  const found = new Set<string>()
  for (const route of routes.filter(({ method }) => method === 'GET'))
    for (const target of [a.target, b.target, absent])
      for (const [who, caller] of [['visitor', shop.client()] as const, ['user', a.caller] as const]) {
        const { bytes } = await ask(caller, route, target)
        for (const [email] of bytes.matchAll(/[\w.+-]+@gamertech\.test/g))
          if (email !== shop.config.supportEmail) found.add(`${who} reads ${email}`)
      }
  expect([...found]).toEqual([`user reads ${a.caller.email}`])
})

test('each role of the staff reaches its calls of the panel, and is answered like a shopper by all others', async ({
  everybody: { a, admin, staff, routes },
}) => {
  const ofPanel = routes.filter(({ policy }) => isPermission(policy))
  for (const role of Object.keys(staffRoles) as StaffRole[]) {
    const { reads, changes } = calls[role]
    const mine = ({ method, path }: Route) => (method === 'GET' ? reads.test(path) : changes.includes(path))
    expect([role, ofPanel.filter((route) => route.method !== 'GET' && mine(route)).length]).toEqual([
      role,
      changes.length,
    ])
    for (const route of ofPanel) {
      const told = await ask(staff[role].caller, route, absent)
      if (mine(route))
        expect([role, nameOf(route), [401, 403].includes(told.status)]).toEqual([role, nameOf(route), false])
      else
        expect([role, nameOf(route), told.bytes]).toEqual([
          role,
          nameOf(route),
          (await ask(a.caller, route, absent)).bytes,
        ])
    }
  }
  for (const route of ofPanel) {
    const { status } = await ask(admin.caller, route, absent)
    expect([nameOf(route), [401, 403].includes(status)]).toEqual([nameOf(route), false])
  }
})
