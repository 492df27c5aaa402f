// The frame around every screen: skip link, top bar where it belongs, the screen, and the places for notices.
import { type ErrorComponentProps, Match, Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '#frontend/api-error.ts'
import { OFFLINE, OUTDATED } from '#frontend/messages.es.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { useNotice } from '#frontend/ui/notice.ts'
import { useToastsAreWanted } from '#frontend/ui/toast.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { SessionWatch } from './session-watch.tsx'
import { TopBar } from './top-bar.tsx'
import { Wordmark } from './wordmark.tsx'

const ToastView = lazy(() => import('#frontend/ui/toast-view.tsx'))
const NoticeView = lazy(() => import('#frontend/ui/notice-view.tsx'))
const withTopBar = new Set(['/home', '/register', '/login', '/shoppingCart', '/controlPanel', '/perfil'])

/** The layout of all routes. The top bar stands only on the six paths that have one. */
export function RootLayout() {
  // The screen that is shown: the address is that of the next one while that still loads.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const notice = useNotice()
  const hasToasts = useToastsAreWanted()
  useHeadOfFirstPage(path)
  return (
    <>
      <a
        href="#contenido"
        className="sr-only z-50 bg-violet-deep text-white focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:rounded-lg focus:px-4 focus:py-3"
      >
        Saltar al contenido
      </a>
      {withTopBar.has(path) && <TopBar path={path} />}
      <main id="contenido" tabIndex={-1}>
        <Screen />
      </main>
      <SessionWatch />
      <ConnectionNotice />
      <Suspense>
        {hasToasts && <ToastView />}
        {notice && <NoticeView notice={notice} />}
      </Suspense>
    </>
  )
}

/**
 * The screen, without the boundary that the router's own outlet puts around it: React would take over what is inside only some time after the
 * rest, and the address or the data may be others by then. The outlet itself says that there is no such page.
 */
function Screen() {
  const routeId = useMatches({ select: ([, screen]) => screen?.routeId })
  return routeId === undefined ? <Outlet /> : <Match routeId={routeId} />
}

/** What the server wrote into the head is about the page that was loaded: the next one is another. */
function useHeadOfFirstPage(path: string): void {
  const [first] = useState(path)
  useEffect(() => {
    if (path === first) return
    const ofFirst =
      'link[rel="canonical"], meta[property^="og:"], meta[name="robots"], script[type="application/ld+json"]'
    for (const element of document.head.querySelectorAll(ofFirst)) element.remove()
  }, [path, first])
}

/** Whether a part of the page could not be loaded: there is no connection, or the shop has newer pages by now. */
function isMissingPart(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message)
}

/** A screen that broke: says so and loads it again; without a connection also by itself, as soon as there is one. */
export function RootFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isMissing = isMissingPart(error)
  const retry = () => {
    // A part that could not be loaded once is not asked for again by the page that it is missing from.
    if (isMissing) return location.reload()
    reset()
    void router.invalidate()
  }
  const isOffline = !navigator.onLine
  const title = isOffline ? 'Estás sin conexión' : 'No pudimos mostrar esta página'
  const retryOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isOffline) return
    const again = () => retryOnline()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isOffline])
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-6 px-4 py-8">
      <Wordmark />
      <h1 className="sr-only">{title}</h1>
      <Failure title={title} detail={isOffline ? OFFLINE : isMissing ? OUTDATED : messageOf(error)} onRetry={retry} />
      {/* Loads the page anew, whatever is broken of this one. */}
      <a href="/home" className={buttonLook('quiet', 'self-start')}>
        Ver productos
      </a>
    </main>
  )
}
