// What a page asks of the shop, and answers under a test's control. Paths are globs: '/api/catalogue*', '/api/product/7'.
import type { Page, Request, Route } from 'playwright'
import { expect } from 'vitest'

export type Call = {
  readonly method: string
  /** Path and search of the address. */
  readonly path: string
  /** The body as parsed JSON; null when there is none, as in a form with a file. */
  readonly body: unknown
  /** Of the answer; undefined while there is none. */
  status?: number
}

const calls = new WeakMap<Page, Call[]>()
const isCall = (url: URL) => url.pathname.startsWith('/api/')

const shops = new WeakMap<Page, string>()

/** Begins to record a page's calls of the API. `shop`: the address of its shop. */
export function watchCalls(page: Page, shop: string): void {
  shops.set(page, shop)
  const made: Call[] = []
  const byRequest = new WeakMap<Request, Call>()
  calls.set(page, made)
  watchRequests(page)
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!isCall(url) || isStream(request)) return
    const isJson = request.headers()['content-type']?.startsWith('application/json')
    const text = isJson ? request.postData() : null
    const call: Call = { method: request.method(), path: url.pathname + url.search, body: text && JSON.parse(text) }
    made.push(call)
    byRequest.set(request, call)
  })
  page.on('response', (response) => {
    const call = byRequest.get(response.request())
    if (call) call.status = response.status()
  })
}

const requests = new WeakMap<Page, { lastAt: number; open: Set<Request> }>()

/** In milliseconds: a page that asked for nothing for so long has what it wants. */
const quietMs = 400

/**
 * Waits until a page has asked for nothing for a moment and has all its answers. Playwright's 'networkidle' never comes on a screen that
 * listens to what changes of products.
 */
export async function quiet(page: Page): Promise<void> {
  const isQuiet = () => {
    const { open, lastAt } = requests.get(page) ?? { open: new Set(), lastAt: 0 }
    return open.size === 0 && performance.now() - lastAt > quietMs
  }
  await expect.poll(isQuiet, { timeout: 20_000 }).toBe(true)
}

function watchRequests(page: Page): void {
  const seen = { lastAt: performance.now(), open: new Set<Request>() }
  requests.set(page, seen)
  page.on('request', (request) => {
    seen.lastAt = performance.now()
    if (!isStream(request)) seen.open.add(request)
  })
  const over = (request: Request) => {
    seen.lastAt = performance.now()
    seen.open.delete(request)
  }
  page.on('requestfinished', over).on('requestfailed', over)
}

/** A stream is no call: it has no answer until it ends. */
const isStream = (request: Request) => request.resourceType() === 'eventsource'

/** The calls of the API that a page made so far, in order; with `path`, those whose path begins with it. */
export function callsOf(page: Page, path = '/api/'): readonly Call[] {
  return (calls.get(page) ?? []).filter((call) => call.path.startsWith(path))
}

/** What the shop answers by 200 and the test by 204: so the page tells who did. */
const probe = '/version?routed'
/** In milliseconds: a page that cannot be asked, being on its way to another or without a connection, is not waited for. */
const longestProbe = 5000

/**
 * Makes `page.route` resolve once the page is led by the new route. The browser tells a page that is open of it only some time after it said so:
 * on a busy machine the page's next call went past it, was answered by the shop, and was not even noted.
 */
export function awaitRoutes(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...args) => {
    const added = await route(...args)
    // The wallet's pages are of another origin, and let no script ask for anything.
    if (!page.url().startsWith(shops.get(page) ?? 'http')) return added
    const answer = (asked: Route) => asked.fulfill({ status: 204 })
    const isProbe = (url: URL) => url.pathname + url.search === probe
    await route(isProbe, answer)
    const end = performance.now() + longestProbe
    while (performance.now() < end && !(await page.evaluate(isRouted, probe).catch(() => true)));
    await page.unroute(isProbe, answer)
    return added
  }
}

/** In the page. Whose calls a service worker makes is not led by routes of the page. */
async function isRouted(path: string): Promise<boolean> {
  if (!('fetch' in globalThis) || navigator.serviceWorker?.controller) return true
  return (await fetch(path, { method: 'HEAD' })).status === 204
}

/**
 * Pages come without what the shop would render and answer beforehand, as they do for somebody who has just changed something: their own
 * calls are what is tested.
 */
export async function askItself(page: Page): Promise<void> {
  const url = shops.get(page) ?? page.url()
  await page.context().addCookies([{ name: 'position', value: '1', url }])
}

/** Keeps matching calls from being answered until the result is called. */
export async function holdCalls(page: Page, path: string): Promise<() => Promise<void>> {
  await askItself(page)
  const gate = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    await gate.promise
    await route.fallback()
  }
  await page.route(path, wait)
  return async () => {
    gate.resolve()
    await page.unroute(path, wait)
  }
}

/** Lets the shop answer matching calls at once, but keeps the answers from the page until `release`; `answered` once there is one. */
export async function holdAnswers(
  page: Page,
  path: string | RegExp,
): Promise<{ answered: Promise<void>; release: () => Promise<void> }> {
  await askItself(page)
  const answered = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  const wait = async (route: Route) => {
    const response = await route.fetch()
    answered.resolve()
    await gate.promise
    // A page that has dropped the call takes no answer any more.
    await route.fulfill({ response }).catch(() => undefined)
  }
  const hold = (route: Route) => {
    const given = wait(route)
    held.push(given)
    return given
  }
  await page.route(path, hold)
  const release = async () => {
    gate.resolve()
    // First the answers: once nothing is routed, a browser sends what is still held to the shop again.
    await Promise.all(held)
    await page.unroute(path, hold)
  }
  return { answered: answered.promise, release }
}

/** Makes the next matching call be refused for one field, named as in what was sent. */
export async function refuseField(page: Page, path: string, field: string, message: string): Promise<void> {
  const problem = { type: '/problems/validation', title: 'Datos inválidos', status: 400, code: 'validation' }
  const json = { ...problem, detail: 'Hay datos que corregir.', errors: [{ field, code: 'wrong', message }] }
  const refuse = (route: Route) => route.fulfill({ status: 400, contentType: 'application/problem+json', json })
  await page.route(path, refuse, { times: 1 })
}

/** Makes matching calls fail, by a status with a problem or by a lost connection, until the result is called. */
export async function failCalls(
  page: Page,
  path: string,
  how: number | 'no-answer' = 500,
): Promise<() => Promise<void>> {
  await askItself(page)
  const fail = (route: Route) => {
    if (how === 'no-answer') return route.abort()
    const problem = {
      type: '/problems/unexpected',
      title: 'Falla',
      status: how,
      code: 'unexpected',
      detail: 'Algo falló.',
    }
    return route.fulfill({ status: how, contentType: 'application/problem+json', json: problem })
  }
  await page.route(path, fail)
  return () => page.unroute(path, fail)
}
