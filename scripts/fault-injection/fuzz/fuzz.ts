// A deterministic round of absurd requests to every call of a shop; judges each answer.
import fc from 'fast-check'
import { changeAccount } from '#backend/commands/changes.ts'
import { type Route, routesOf } from '#backend/http/contract/routes.ts'
import type { RunningShop } from '#backend/start-shop.ts'
import { caughtUp } from '#scripts/fault-injection/processes/stage.ts'
import { Person } from '#scripts/load/person.ts'
import { type Judged, Verdict } from './fuzz-verdict.ts'
import { mostly, type OddRequest, oddRequests } from './odd-requests.ts'

export type FuzzedShop = Pick<RunningShop, 'app' | 'core' | 'url'>
export type FuzzRound = { seed: number; requests: number }
/** `heapBytes`: live heap after so many requests and a full collection. */
export type Held = { sent: number; heapBytes: number }
export type Fuzzed = Awaited<ReturnType<typeof fuzz>>

const batch = 500
const atOnce = 32
/** Slow by design (passwords, providers), so only one of so many requests. */
const slow = /\/(users\/new|verifyuser|setpassword|link|erase|start|finish|loginwithgoogle|return)$/
const oneSlowOf = 200
const enough = 20

type Caller = { name: string; person: Person }
type Sent = { caller: Caller; request: OddRequest }

/**
 * Sends some requests in parallel and stops early on many wrong answers. The shop must not limit its callers. `held`:
 * only of a process that can collect.
 */
export async function fuzz(shop: FuzzedShop, { seed, requests }: FuzzRound) {
  const { store } = shop.core
  const routes = triedRoutes(shop)
  const one = await anyCalls(shop, routes, seed)
  const verdict = new Verdict(routes)
  const begin = await store.head()
  const held: Held[] = []
  const lookEvery = Math.max(1000, requests / 20)
  let sent = 0
  for (let nth = 0; sent < requests && verdict.problems.length < enough; nth++) {
    const before = await store.head()
    const sample = fc.sample(one, { numRuns: Math.min(batch, requests - sent), seed: (seed + nth * 7919) | 0 })
    await sendAll(shop, sample, (judged) => verdict.hear(judged))
    await verdict.compareWithLog(shop.core.pool, before)
    sent += sample.length
    if (globalThis.gc && sent - (held.at(-1)?.sent ?? 0) >= lookEvery) held.push({ sent, heapBytes: liveHeap() })
  }
  return {
    sent,
    refused: verdict.refused,
    events: (await store.head()) - begin,
    reached: verdict.reached,
    held,
    problems: [...verdict.problems, ...(await unshown(shop))],
  }
}

function liveHeap(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
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
  const visitor = { name: 'visitor', person: new Person({ origin: shop.url, address: shop.url }, 0) }
  const operator = { actor: 'operator', correlation: 'fuzz' } as const
  const { position } = await changeAccount(shop.core.store, operator, { type: 'GrantAdmin', userId: admin.person.id })
  await shop.core.positions.waitFor(['users'], position)
  const products = [await stockProduct(admin, 1_000_000), await stockProduct(admin, 3)]
  const ids = [...products, ...[admin, ana, eva].map(({ person }) => person.id)]
  const requestsTo = (isSlow: boolean) => {
    const chosen = routes.filter(({ path }) => slow.test(path) === isSlow)
    return oddRequests(chosen, ids)
  }
  const request = mostly(oneSlowOf, requestsTo(false), requestsTo(true))
  return fc.record({ caller: fc.constantFrom<Caller>(admin, ana, eva, visitor), request })
}

async function enter({ url }: FuzzedShop, name: string, seed: number): Promise<Caller> {
  const person = new Person({ origin: url, address: url }, 0)
  await person.register(`${name}.${seed}@gamertech.test`)
  return { name, person }
}

async function stockProduct({ person }: Caller, stock: number): Promise<number> {
  const words = {
    name: 'Teclado Kyntra 60',
    category: 'Periféricos',
    description: 'Un teclado.',
    imageUrl: '/img/a.png',
  }
  const { status, text } = await person.send('POST', '/api/product/new', { ...words, price: 10.5, stock })
  if (status >= 300) throw new Error(`a new product was answered ${status}: ${text}`)
  return (JSON.parse(text) as { product: { id: number } }).product.id
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

async function send({ app, url: origin }: FuzzedShop, { person }: Caller, { route, url, text }: OddRequest) {
  const headers = { cookie: person.cookie, origin, 'content-type': 'application/json' }
  const answer = await app.request(url, { method: route.method, headers, ...(text !== undefined && { body: text }) })
  const type = answer.headers.get('content-type') ?? ''
  const body: unknown = type.includes('json') ? await answer.json() : await answer.text()
  const code = type === 'application/problem+json' ? (body as { code: string }).code : undefined
  return { status: answer.status, code, body, requestId: answer.headers.get('x-request-id') ?? '' }
}

async function unshown({ core }: FuzzedShop): Promise<string[]> {
  const late = await caughtUp(core).then(
    () => [],
    (error: unknown) => [String(error)],
  )
  const { rows } = await core.pool.query<{ problem: string }>(
    "select projection || ': ' || error as problem from es.dead_letters",
  )
  return [...late, ...rows.map(({ problem }) => `an accepted event cannot be shown: ${problem}`)]
}
