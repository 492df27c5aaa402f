// The frame around every screen: skip link, top bar where it belongs, the screen, and the places for notices.
import { type ErrorComponentProps, Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { messageOf } from '#frontend/api-error.ts'
import { Failure } from '#frontend/ui/failure.tsx'
import { useNotice } from '#frontend/ui/notice.ts'
import { SessionWatch } from './session-watch.tsx'
import { TopBar } from './top-bar.tsx'

const ToastView = lazy(() => import('#frontend/ui/toast-view.tsx'))
const NoticeView = lazy(() => import('#frontend/ui/notice-view.tsx'))
const withTopBar = new Set(['/home', '/register', '/login', '/shoppingCart', '/controlPanel', '/perfil'])

/** The layout of all routes. The top bar stands only on the six paths that have one. */
export function RootLayout() {
  // The screen that is shown: the address is that of the next one while that still loads.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
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
      {withTopBar.has(path) && <TopBar path={path} />}
      <main id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <SessionWatch />
      <Suspense>
        <ToastView />
        {notice && <NoticeView notice={notice} />}
      </Suspense>
    </>
  )
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

/** A screen that broke: says so and loads it again. */
export function RootFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="mx-auto max-w-2xl px-4 py-16">
      <Failure title="No pudimos mostrar esta página" detail={messageOf(error)} onRetry={retry} />
    </div>
  )
}
