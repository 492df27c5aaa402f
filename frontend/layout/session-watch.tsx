import { focusManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionMinutes } from '#backend/domain/user/user.limits.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import {
  catchUpSession,
  dropSession,
  mirrorSignIn,
  resetSignIn,
  SESSION_ENDED,
  sessionQuery,
} from '#frontend/session.ts'
import { readStored } from '#frontend/storage.ts'
import { onTabNews } from '#frontend/tabs.ts'
import { notify } from '#frontend/ui/notice/notice.ts'
import { toastNotice } from '#frontend/ui/notice/toast.ts'

const WARNING_MINUTES = 2

/** An ended session leads to /login and back; payment pages ask for the sign-in themselves. */
export function SessionWatch() {
  const { data: session } = useQuery(sessionQuery)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const user = session?.user
  const since = session?.since ?? null
  useLeavingAtTheEnd(session?.ended ?? false, path)
  useTimeLimit(since)
  useOtherTabs()
  useEffect(() => {
    if (user && since && readStored('id') === null && path !== '/login')
      mirrorSignIn(user, new Date(since).toISOString())
  }, [user, since, path])
  return null
}

/** Refetches session and cart when another tab reports a change or this one becomes visible. */
function useOtherTabs(): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const askWho = () =>
      catchUpSession(queryClient)
        // Reruns the guard, since the page may need a signed-in user.
        .then((isSomebodyElse) => (isSomebodyElse ? router.invalidate() : undefined))
        // The call is logged; the next look retries.
        .catch(() => undefined)
    const stop = [
      onTabNews((news) => {
        if (news === 'session') void askWho()
        if (news === 'cart') void queryClient.invalidateQueries({ queryKey: queryKeys.cart.all })
      }),
      focusManager.subscribe((isVisible) => isVisible && void askWho()),
    ]
    return () => {
      for (const end of stop) end()
    }
  }, [queryClient, router])
}

function useLeavingAtTheEnd(ended: boolean, path: string): void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const href = useRouterState({ select: ({ location }) => location.href })
  useEffect(() => {
    if (!ended) return
    resetSignIn()
    dropSession(queryClient, false)
    if (path === '/login' || path.startsWith('/payment/')) return
    notify({ text: SESSION_ENDED })
    void navigate({ to: '/login', search: { redirect: href }, replace: true })
  }, [ended, path, href, queryClient, navigate])
}

/** Warns before the session's end and ends it. `since`: its beginning by the browser's clock, in ms; null: none. */
function useTimeLimit(since: number | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (since === null) return
    const end = since + sessionMinutes * 60_000
    const warn = () =>
      toastNotice(
        'Tu sesión termina en 2 minutos',
        'Tu carrito queda guardado. Al volver a ingresar seguís donde estabas.',
      )
    const left = end - Date.now()
    const timers = [setTimeout(() => dropSession(queryClient, true), Math.max(0, left))]
    if (left > WARNING_MINUTES * 60_000) timers.push(setTimeout(warn, left - WARNING_MINUTES * 60_000))
    // Timers sleep with a laptop, so check the clock when the page becomes visible.
    const look = () => document.visibilityState === 'visible' && Date.now() >= end && dropSession(queryClient, true)
    document.addEventListener('visibilitychange', look)
    return () => {
      timers.forEach(clearTimeout)
      document.removeEventListener('visibilitychange', look)
    }
  }, [since, queryClient])
}
