import { onlineManager } from '@tanstack/react-query'
import { type ErrorComponentProps, Match, Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { OFFLINE, OUTDATED } from '#frontend/messages.es.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { useNotice } from '#frontend/ui/notice/notice.ts'
import { Failure } from '#frontend/ui/refusal.tsx'
import { SessionWatch } from './session-watch.tsx'
import { TopBar } from './top-bar.tsx'
import { Wordmark } from './wordmark.tsx'

const NoticeView = lazy(() => import('#frontend/ui/notice/notice-view.tsx'))

export function RootLayout() {
  // Shows the current screen's path; the address already belongs to the next one while it loads.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  const bar = useMatches({ select: (matches) => matches.at(-1)?.staticData.bar })
  const notice = useNotice()
  useHeadOfFirstPage(path)
  return (
    <>
      <a
        href="#contenido"
        className="sr-only z-50 bg-violet-deep text-white focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:rounded-lg focus:px-4 focus:py-3"
      >
        Saltar al contenido
      </a>
      {bar && <TopBar items={bar} />}
      <main id="contenido" tabIndex={-1}>
        <Screen />
      </main>
      <SessionWatch />
      <ConnectionNotice />
      <Suspense>{notice && <NoticeView notice={notice} />}</Suspense>
    </>
  )
}

/**
 * Renders the screen without the router outlet's boundary: React would hydrate its content later than the rest, when
 * address or data may have changed. The outlet itself handles unknown pages.
 */
function Screen() {
  const routeId = useMatches({ select: ([, screen]) => screen?.routeId })
  return routeId === undefined ? <Outlet /> : <Match routeId={routeId} />
}

/** The server's head describes the first page only. */
function useHeadOfFirstPage(path: string): void {
  const [first] = useState(path)
  useEffect(() => {
    if (path === first) return
    const ofFirst =
      'link[rel="canonical"], meta[property^="og:"], meta[name="robots"], script[type="application/ld+json"]'
    for (const element of document.head.querySelectorAll(ofFirst)) element.remove()
  }, [path, first])
}

/** True if a chunk failed to load: no connection, or a newer release. */
function isMissingPart(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module script failed/i.test(error.message)
}

/** Reports a broken screen and reloads it; while offline also automatically, once the connection is back. */
export function RootFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isMissing = isMissingPart(error)
  const retry = () => {
    // A page never requests a failed chunk twice, so reload it.
    if (isMissing) return location.reload()
    reset()
    void router.invalidate()
  }
  const isOffline = !navigator.onLine
  const title = isOffline ? 'Estás sin conexión' : 'No pudimos mostrar esta página'
  const retryOnline = useEffectEvent(retry)
  useEffect(
    () => (isOffline ? onlineManager.subscribe((isOnline) => isOnline && retryOnline()) : undefined),
    [isOffline],
  )
  return (
    <main className="mx-auto flex max-w-2xl flex-col gap-6 px-4 py-8">
      <Wordmark />
      <h1 className="sr-only">{title}</h1>
      <Failure title={title} of={isOffline ? OFFLINE : isMissing ? OUTDATED : error} onRetry={retry} />
      {/* Loads the page anew, whatever is broken of this one. */}
      <a href="/home" className={buttonLook('quiet', 'self-start')}>
        Ver productos
      </a>
    </main>
  )
}

function ConnectionNotice() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" data-connection className="pointer-events-none fixed inset-x-0 bottom-0 z-40">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 border-t border-warn/50 bg-raised px-4 py-2 text-sm font-medium text-warn">
          <WifiOff className="size-4 shrink-0" />
          Sin conexión: ves lo último que guardó este navegador.
        </p>
      )}
    </div>
  )
}
