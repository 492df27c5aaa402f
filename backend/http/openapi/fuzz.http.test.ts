// Whatever is sent to the calls of the API: never a server error, and every answer is one that the description of the API tells of.
// 20,000 requests in the suite; FUZZ_REQUESTS=1000000 npx vitest run --project db backend/http/openapi/fuzz for a night.
/// <reference types="vite/types/importMeta.d.ts" />

import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { z } from 'zod'
import { processEnvironment } from '#backend/config/process-environment.mjs'
import { closed } from '#backend/http/contract/closed-schema.ts'
import { type Route, routesOf } from '#backend/http/contract/routes.ts'
import { type OddRequest, oddRequests } from '#backend/http/testing/odd-requests.ts'
import { makeProduct, type Shop, signedIn, test } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'
import { calls } from './calls.ts'
import { nameOf, problemsOf } from './document.ts'

const wanted = Number(processEnvironment().FUZZ_REQUESTS ?? 20_000)
const batch = 500
const atOnce = 32
/** Bodies of a call that are held to their description; the lists are long. */
const bodiesLookedAt = 25
/** What is slow by design, since it makes or checks passwords or asks a provider: one of so many requests. */
const slow = /\/(users\/new|verifyuser|setpassword|link|erase|start|finish|loginwithgoogle|return)$/
const oneSlowOf = 200

type Caller = { name: string; cookie: string }
type Seen = { status: number; code: string | undefined; body: unknown }

function cookieOf(name: string, { jar }: Client): Caller {
  return { name, cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') }
}

/** Sent to the shop itself rather than through a socket: there are many. */
async function send({ app, url: origin }: Shop, { cookie }: Caller, { route, url, text }: OddRequest): Promise<Seen> {
  const headers = { cookie, origin, 'content-type': 'application/json' }
  const answer = await app.request(url, { method: route.method, headers, ...(text !== undefined && { body: text }) })
  const type = answer.headers.get('content-type') ?? ''
  const body: unknown = type.includes('json') ? await answer.json() : await answer.text()
  const code = type === 'application/problem+json' ? (body as { code: string }).code : undefined
  return { status: answer.status, code, body }
}

const answersOf = new Map<Route, { codes: Set<string>; body: z.ZodType | null; status: number; looked: number }>()

/** What is wrong with an answer; the providers listen nowhere here, so that they are away is no fault. */
function faultOf(route: Route, { status, code, body }: Seen): string | undefined {
  const call = calls[nameOf(route)] ?? expect.fail(`${nameOf(route)} is not in the table of calls`)
  const [done, schema] = call.returns
  const told = answersOf.get(route) ?? {
    codes: new Set(problemsOf(route)),
    body: schema && closed(schema),
    status: done,
    looked: 0,
  }
  answersOf.set(route, told)
  if (status >= 500 && !/^(payment|sign_in|mail)_unavailable$/.test(code ?? '')) return 'a server error'
  // An odd text in the place of an id can be the path of something else.
  if (route.path.includes(':') && /^(unknown_path|method_not_allowed)$/.test(code ?? '')) return undefined
  if (code !== undefined) return told.codes.has(code) ? undefined : `the description does not tell of ${code}`
  if (status !== told.status) return `the description tells of ${told.status}`
  if (told.looked++ >= bodiesLookedAt) return undefined
  const parsed = told.body?.safeParse(body)
  return parsed?.error ? `another body than described: ${parsed.error.message}` : undefined
}

/** The calls that are tried: signing out would end the run's sessions, a picture is no JSON, and a stream has no end. */
const tried = (shop: Shop) =>
  routesOf(shop.app).filter(
    ({ path, policy }) =>
      path.startsWith('/api/') && policy !== 'provider' && !/\/(session\/end|avatar|pictures|live)$/.test(path),
  )

type Sent = { caller: Caller; request: OddRequest }

/** An admin, two users and a visitor, each with any request about what is in the shop. */
async function anyCalls(shop: Shop): Promise<fc.Arbitrary<Sent>> {
  const [admin, ana, eva] = [await signedIn(shop, { admin: true }), await signedIn(shop), await signedIn(shop)]
  const products = [await makeProduct(admin, { stock: 1_000_000 }), await makeProduct(admin, { stock: 3 })]
  const callers = [
    cookieOf('admin', admin),
    cookieOf('ana', ana),
    cookieOf('eva', eva),
    { name: 'visitor', cookie: '' },
  ]
  const ids = [...products, admin.id, ana.id, eva.id]
  const requestsTo = (isSlow: boolean) =>
    oddRequests(
      tried(shop).filter(({ path }) => slow.test(path) === isSlow),
      ids,
    )
  const request = fc.oneof(
    { weight: oneSlowOf - 1, arbitrary: requestsTo(false) },
    { weight: 1, arbitrary: requestsTo(true) },
  )
  return fc.record({ caller: fc.constantFrom(...callers), request })
}

/** Sends requests, some at once; returns what came of each kind. Fails with the request whose answer is wrong. */
async function sendAll(shop: Shop, requests: readonly Sent[], seed: number): Promise<string[]> {
  const next = requests.values()
  const [seen, faults]: [string[], string[]] = [[], []]
  const sendNext = async () => {
    for (const { caller, request } of next) {
      if (faults.length > 0) return
      const { route, url, text } = request
      // An admin who suspends or demotes the callers would end the run.
      if (route.path.endsWith('/modifyuser') && caller.name === 'admin') continue
      const answer = await send(shop, caller, request)
      const fault = faultOf(route, answer)
      if (fault)
        faults.push(`${fault}\n${caller.name} ${route.method} ${url}\n${text}\n${JSON.stringify(answer)}\nseed ${seed}`)
      seen.push(`${nameOf(route)} ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendNext))
  expect(faults).toEqual([])
  return seen
}

test('no request that can be made from the contracts makes a server error or an answer that is not described', {
  timeout: 60_000 + wanted * 15,
}, async ({ shop }) => {
  const one = await anyCalls(shop)
  const seen = new Set<string>()
  for (let sent = 0; sent < wanted; sent += batch) {
    const seed = randomInt(2 ** 31)
    for (const kind of await sendAll(shop, fc.sample(one, { numRuns: batch, seed }), seed)) seen.add(kind)
  }
  // The requests reach what lies behind the contracts: half of the calls and more succeeded at least once.
  const routes = tried(shop)
  const reached = routes.filter((route) => seen.has(`${nameOf(route)} ${calls[nameOf(route)]?.returns[0]}`))
  expect(reached.length / routes.length).toBeGreaterThan(0.5)
  // Nothing that was accepted may be more than the read models can hold.
  const { positions, store, pool } = shop.core
  const shown = async () => positions.waitFor(['catalogue', 'carts', 'reviews', 'orders'], await store.head())
  await expect.poll(shown, { timeout: 30_000 }).toBe(true)
  expect((await pool.query('select projection, error from es.dead_letters')).rows).toEqual([])
})
