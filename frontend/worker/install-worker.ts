// Installs the service worker when the page is idle, and clears its cache.
import { type PageNews, seenCache } from './kept.ts'

/**
 * Optional: without a worker the shop works as usual while online. `answers`: the page's server-rendered answers by
 * address, which the worker never saw as requests.
 */
export function installWorker(answers: ReadonlyMap<string, string>): void {
  // Absent over plain http. Respects data saving by not caching the whole shop.
  if (!('serviceWorker' in navigator) || savesData()) return
  const isAlone = !navigator.serviceWorker.controller
  const begin = () => whenIdle(() => void register(isAlone, answers))
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

/** Clears the record of viewed public pages. */
export function forgetSeen(): void {
  // Absent over plain http, so nothing was cached.
  if ('caches' in globalThis) void caches.delete(seenCache).catch(() => undefined)
}

function savesData(): boolean {
  return 'connection' in navigator && Reflect.get(navigator.connection as object, 'saveData') === true
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 5000 })
  else setTimeout(run, 1000)
}

/** `isAlone`: the page loaded without a worker, which must then learn what it missed. */
async function register(isAlone: boolean, answers: ReadonlyMap<string, string>): Promise<void> {
  const { serviceWorker } = navigator
  try {
    await serviceWorker.register('/service-worker.js')
  } catch (error) {
    console.warn('La tienda no quedó guardada para usarla sin conexión.', error)
    return
  }
  if (isAlone && !serviceWorker.controller)
    await new Promise((taken) => serviceWorker.addEventListener('controllerchange', taken, { once: true }))
  const seen = isAlone ? performance.getEntriesByType('resource').map(({ name }) => name) : []
  const news: PageNews = {
    seen,
    answers: [...answers].map(([path, text]) => [new URL(path, location.href).href, text]),
  }
  serviceWorker.controller?.postMessage(news)
}
