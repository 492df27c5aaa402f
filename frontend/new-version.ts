// Notices that the shop serves newer pages than this one, and offers them once.
import { toastOffer } from '#frontend/ui/toast.ts'

/** How long an answer is believed, in milliseconds. */
const freshFor = 60_000
const offeredKey = 'offered-version'

const ownVersion = () => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content
let lookedAt = 0
let offered: string | null = null

/** Looks when the page is looked at again, and when a part of it is gone. */
export function watchVersion(): void {
  lookedAt = Date.now()
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt >= freshFor) void lookNow()
  }
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  // A part that is loaded when it is needed, and is of a build that the shop no longer has.
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
    // Without a connection nothing is new.
  }
}

/** Once for each version in a tab, also after a reload that came to a process of the build before. The shopper decides when. */
function offer(version: string): void {
  if (offered === version || rememberedOffer() === version) return
  offered = version
  remember(version)
  toastOffer('Hay una versión nueva', 'Actualizá la página cuando te quede cómodo.', {
    label: 'Actualizar',
    onClick: () => location.reload(),
  })
}

function rememberedOffer(): string | null {
  try {
    return sessionStorage.getItem(offeredKey)
  } catch {
    return null
  }
}

function remember(version: string): void {
  try {
    sessionStorage.setItem(offeredKey, version)
  } catch {
    // This page remembers by itself.
  }
}
