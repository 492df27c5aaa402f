// Installs the service worker once the page has nothing better to do, and empties what it keeps.
import { type PageNews, seenCache } from './kept.ts'

/**
 * Nothing depends on it: where there is no worker, or it cannot be installed, the shop works as ever with a connection.
 * `answers`: what the shop answered while it rendered this page, by address; the worker sees nobody ask for it.
 */
export function installWorker(answers: ReadonlyMap<string, string>): void {
  // Absent over plain http. Who saves data does not load the whole shop beforehand.
  if (!('serviceWorker' in navigator) || savesData()) return
  const isAlone = !navigator.serviceWorker.controller
  const begin = () => whenIdle(() => void register(isAlone, answers))
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

/** Forgets which public pages were seen in this browser. */
export function forgetSeen(): void {
  // Absent over plain http: nothing was kept.
  if ('caches' in globalThis) void caches.delete(seenCache).catch(() => undefined)
}

function savesData(): boolean {
  return 'connection' in navigator && Reflect.get(navigator.connection as object, 'saveData') === true
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 5000 })
  else setTimeout(run, 1000)
}

/** isAlone: the page was loaded without a worker, which then has to be told what it missed. */
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
