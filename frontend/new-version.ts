import { readInTab, storeInTab } from '#frontend/storage.ts'
import { toastOffer } from '#frontend/ui/notice/toast.ts'

/** Cache lifetime, in milliseconds. */
const freshFor = 60_000

const ownVersion = () => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content
let lookedAt = 0

/** Checks when the page becomes visible again and when a chunk is missing. */
export function watchVersion(): void {
  lookedAt = Date.now()
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt >= freshFor) void lookNow()
  }
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  // A chunk of a build that the shop no longer has.
  addEventListener('vite:preloadError', () => void lookNow())
}

async function lookNow(): Promise<void> {
  lookedAt = Date.now()
  const own = ownVersion()
  try {
    const answer = await fetch('/version', { cache: 'no-store' })
    const current = answer.ok ? (await answer.text()).trim() : ''
    if (own && current && current !== own) offer(current)
  } catch {
    // Offline; nothing to learn.
  }
}

/** Offers each version once per tab, also after a reload from an older process. The shopper decides when to reload. */
function offer(version: string): void {
  if (readInTab('offered-version') === version) return
  storeInTab('offered-version', version)
  toastOffer('Hay una versión nueva', 'Actualizá la página cuando te quede cómodo.', {
    label: 'Actualizar',
    onClick: () => location.reload(),
  })
}
