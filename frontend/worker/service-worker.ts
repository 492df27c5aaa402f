// The service worker. Online, it fetches every page, price and picture anew; offline, it serves the shell, scripts,
// and whatever was viewed before. Never touches private answers. See docs/decisions/022.
import { isCacheable, isPublic, maxSeen, pictureOf, seenCache } from './cache-rules.ts'

type Work = Event & { waitUntil(work: Promise<unknown>): void }
type Asking = Work & {
  request: Request
  /** The navigation request, sent while the worker was starting. */
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type Worker = {
  addEventListener(type: 'install' | 'activate', listen: (event: Work) => void): void
  addEventListener(type: 'fetch', listen: (event: Asking) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}
/** Defined by vite.config.ts: this build's version and files. */
declare const builtVersion: string
declare const builtFiles: readonly string[]

const worker = self as unknown as Worker
const shellPage = '/shell'
const shellPrefix = 'shell '
const shellCache = shellPrefix + builtVersion

worker.addEventListener('install', (event) => {
  // Safe for open pages: this worker answers their requests like its predecessor.
  event.waitUntil(cacheShell().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([dropOldShells(), worker.registration.navigationPreload?.enable(), worker.clients.claim()]),
  )
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(?:api|avatar|api-docs)\/|\.[a-z0-9]+$/i.test(url.pathname)) event.respondWith(page(event))
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (isPublic(url)) event.respondWith(fresh(event))
})

/** Caches the whole build or nothing: while two builds serve, the shell may be the other's; a later try succeeds. */
async function cacheShell(): Promise<void> {
  const cache = await caches.open(shellCache)
  const shell = await fetch(shellPage, { cache: 'no-store' })
  const text = await shell.clone().text()
  if (!shell.ok || !text.includes(`content="${builtVersion}"`)) throw new Error('The shell is of another build.')
  await cache.addAll([...builtFiles])
  await cache.put(shellPage, shell)
}

/** Keeps the previous build for its open pages, since the shop may no longer have its files. */
async function dropOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(shellPrefix) && name !== shellCache)
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)))
}

async function page({ request, preloadResponse }: Asking): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const shell = await caches.match(shellPage, { cacheName: shellCache })
    if (shell) return shell
    throw error
  }
}

/** Files with a content hash in their name never change. */
async function asset(request: Request): Promise<Response> {
  const cached = await caches.match(request.url)
  if (cached) return cached
  const answer = await fetch(request)
  if (isCacheable(answer)) {
    const copy = answer.clone()
    void caches
      .open(shellCache)
      .then((cache) => cache.put(request.url, copy))
      .catch(() => undefined)
  }
  return answer
}

/** Prefers the network; uses the cache only without an answer. */
async function fresh(event: Asking): Promise<Response> {
  const { request } = event
  try {
    const answer = await fetch(request)
    if (isCacheable(answer)) event.waitUntil(remember(request.url, answer.clone()))
    return answer
  } catch (error) {
    const cached = (await caches.match(request.url)) ?? (await otherSize(request.url))
    if (cached) return cached
    throw error
  }
}

/** Finds another cached size or format of the picture. */
async function otherSize(address: string): Promise<Response | undefined> {
  const picture = pictureOf(new URL(address))
  if (picture === undefined) return undefined
  const cache = await caches.open(seenCache)
  const other = (await cache.keys()).findLast(({ url }) => pictureOf(new URL(url)) === picture)
  return other && cache.match(other)
}

let turn: Promise<unknown> = Promise.resolve()

/** Puts an answer last and deletes the oldest above `maxSeen`. Reads it whole first: a lost connection costs no copy. */
async function remember(url: string, answer: Response): Promise<void> {
  const whole = answer.blob().then((body) => new Response(body, answer))
  turn = turn.then(async () => putLast(url, await whole)).catch(() => undefined)
  await turn
}

async function putLast(url: string, answer: Response): Promise<void> {
  const cache = await caches.open(seenCache)
  await cache.delete(url)
  await cache.put(url, answer)
  for (const key of (await cache.keys()).slice(0, -maxSeen)) await cache.delete(key)
}
