// Installs the service worker when the page is idle, and clears its cache.
import { isPublic, seenCache } from './cache-rules.ts'

/** Optional: without a worker the shop works while online. `answered`: addresses of answers embedded in the page. */
export function installWorker(answered: Iterable<string>): void {
  // Absent over plain http. Respects data saving by not caching the whole shop.
  if (!('serviceWorker' in navigator) || savesData()) return
  const isAlone = !navigator.serviceWorker.controller
  const begin = () => whenIdle(() => void register(isAlone ? answered : null))
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

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

/** `answered`: the page's public requests, repeated so that the worker caches them; null if the page had a worker. */
async function register(answered: Iterable<string> | null): Promise<void> {
  const { serviceWorker } = navigator
  try {
    await serviceWorker.register('/service-worker.js')
  } catch (error) {
    console.warn('La tienda no quedó guardada para usarla sin conexión.', error)
    return
  }
  if (!answered) return
  if (!serviceWorker.controller)
    await new Promise((taken) => serviceWorker.addEventListener('controllerchange', taken, { once: true }))
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  for (const address of [...answered, ...loaded]) {
    const url = new URL(address, location.href)
    // The worker caches the rest when a page next requests them.
    if (url.origin === location.origin && isPublic(url)) void fetch(url).catch(() => undefined)
  }
}
