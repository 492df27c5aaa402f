// A deterministic round of absurd requests to every call of a shop; judges each answer.
import fc from 'fast-check'
import { changeAccount } from '#backend/commands/account/change-account.ts'
import { type Route, routesOf } from '#backend/http/contract/routes.ts'
import type { RunningShop } from '#backend/start-shop.ts'
import { type Judged, Verdict } from './fuzz-verdict.ts'
import { type OddRequest, oddRequests } from './odd-requests.ts'

export type FuzzedShop = Pick<RunningShop, 'app' | 'core' | 'url'>
export type FuzzRound = { seed: number; requests: number }
export type Fuzzed = { sent: number; refused: number; events: number; reached: number; problems: string[] }

const batch = 500
const atOnce = 32
/** Slow by design (passwords, providers), so only one of so many requests. */
const slow = /\/(users\/new|verifyuser|setpassword|link|erase|start|finish|loginwithgoogle|return)$/
const oneSlowOf = 200
const enough = 20

type Caller = { name: string; cookie: string }
type Sent = { caller: Caller; request: OddRequest }

/**
 * Sends some requests in parallel and stops early on many wrong answers. `afterBatch` receives the number sent. The
 * shop must not limit its callers.
 */
export async function fuzz(
  shop: FuzzedShop,
  { seed, requests }: FuzzRound,
  afterBatch: (sent: number) => void = () => undefined,
): Promise<Fuzzed> {
  const { store } = shop.core
  const routes = triedRoutes(shop)
  const one = await anyCalls(shop, routes, seed)
  const verdict = new Verdict(routes)
  const begin = await store.head()
  let sent = 0
  for (let nth = 0; sent < requests && verdict.problems.length < enough; nth++) {
    const before = await store.head()
    const sample = fc.sample(one, { numRuns: Math.min(batch, requests - sent), seed: (seed + nth * 7919) | 0 })
    await sendAll(shop, sample, (judged) => verdict.hear(judged))
    await verdict.compareWithLog(shop.core.pool, before)
    sent += sample.length
    afterBatch(sent)
  }
  return {
    sent,
    refused: verdict.refused,
    events: (await store.head()) - begin,
    reached: verdict.reached,
    problems: [...verdict.problems, ...(await unshown(shop))],
  }
}

/** Excludes sign-out, which would end the round's sessions, pictures, which are no JSON, and endless streams. */
function triedRoutes({ app }: FuzzedShop): Route[] {
  return routesOf(app).filter(
    ({ path, policy }) =>
      path.startsWith('/api/') && policy !== 'provider' && !/\/(session\/end|avatar|pictures|file|live)$/.test(path),
  )
}

async function anyCalls(shop: FuzzedShop, routes: readonly Route[], seed: number): Promise<fc.Arbitrary<Sent>> {
  const [admin, ana] = [await enter(shop, 'admin', seed), await enter(shop, 'ana', seed)]
  const eva = await enter(shop, 'eva', seed)
  const operator = { actor: 'operator', correlation: 'fuzz' } as const
  const { position } = await changeAccount(shop.core.store, operator, { type: 'GrantAdmin', userId: admin.id })
  await shop.core.positions.waitFor(['users'], position)
  const products = [await stockProduct(shop, admin, 1_000_000), await stockProduct(shop, admin, 3)]
  const ids = [...products, admin.id, ana.id, eva.id]
  const requestsTo = (isSlow: boolean) =>
    oddRequests(
      routes.filter(({ path }) => slow.test(path) === isSlow),
      ids,
    )
  const request = fc.oneof(
    { weight: oneSlowOf - 1, arbitrary: requestsTo(false) },
    { weight: 1, arbitrary: requestsTo(true) },
  )
  return fc.record({ caller: fc.constantFrom<Caller>(admin, ana, eva, { name: 'visitor', cookie: '' }), request })
}

async function post({ app, url: origin }: FuzzedShop, { cookie }: { cookie: string }, path: string, body: unknown) {
  const headers = { cookie, origin, 'content-type': 'application/json' }
  const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return { body: (await answer.json()) as { user?: { id: number }; product?: { id: number } }, cookies }
}

async function enter(shop: FuzzedShop, name: string, seed: number): Promise<Caller & { id: number }> {
  const account = { name: 'Persona', email: `${name}.${seed}@gamertech.test`, password: 'Clave-segura-1' }
  const { body, cookies } = await post(shop, { cookie: '' }, '/api/users/new', account)
  return { name, cookie: cookies.join('; '), id: body.user?.id ?? 0 }
}

async function stockProduct(shop: FuzzedShop, admin: Caller, stock: number): Promise<number> {
  const product = {
    name: 'Teclado Kyntra 60',
    category: 'Periféricos',
    description: 'Un teclado.',
    imageUrl: '/img/a.png',
  }
  const { body } = await post(shop, admin, '/api/product/new', { ...product, price: 10.5, stock })
  return body.product?.id ?? 0
}

async function sendAll(shop: FuzzedShop, requests: readonly Sent[], hear: (judged: Judged) => void): Promise<void> {
  const next = requests.values()
  const sendNext = async () => {
    for (const { caller, request } of next) {
      // Skips admin changes of accounts, which could end the round.
      if (request.route.path.endsWith('/modifyuser') && caller.name === 'admin') continue
      hear({ ...request, caller: caller.name, ...(await send(shop, caller, request)) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendNext))
}

async function send({ app, url: origin }: FuzzedShop, { cookie }: Caller, { route, url, text }: OddRequest) {
  const headers = { cookie, origin, 'content-type': 'application/json' }
  const answer = await app.request(url, { method: route.method, headers, ...(text !== undefined && { body: text }) })
  const type = answer.headers.get('content-type') ?? ''
  const body: unknown = type.includes('json') ? await answer.json() : await answer.text()
  const code = type === 'application/problem+json' ? (body as { code: string }).code : undefined
  return { status: answer.status, code, body, requestId: answer.headers.get('x-request-id') ?? '' }
}

/** Reports accepted values that the read models can't hold. */
async function unshown({ core: { positions, store, pool } }: FuzzedShop): Promise<string[]> {
  const head = await store.head()
  const readers = ['catalogue', 'carts', 'reviews', 'orders', 'users'] as const
  let isShown = false
  for (let tries = 0; tries < 60 && !isShown; tries++) isShown = await positions.waitFor(readers, head)
  const { rows } = await pool.query<{ problem: string }>(
    "select projection || ': ' || error as problem from es.dead_letters",
  )
  const parked = rows.map(({ problem }) => `an accepted event cannot be shown: ${problem}`)
  return isShown ? parked : [...parked, `the read models do not reach ${head}`]
}
