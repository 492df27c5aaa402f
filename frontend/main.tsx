// Starts the shop in the browser: one query client, one router, one root that hydrates the server's page.
import { MutationCache, notifyManager, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ApiError, hasCode } from '#frontend/api-error.ts'
import { App } from '#frontend/arrival/app.tsx'
import { takeAnswers } from '#frontend/arrival/arrived-answers.ts'
import { isAtRenderedAddress, replayEarlyEvents } from '#frontend/arrival/early-events.ts'
import { openShortCut } from '#frontend/arrival/short-cut.ts'
import { isAdmin } from '#frontend/guards.ts'
import { startLive } from '#frontend/live/live.ts'
import { showLive } from '#frontend/live/live-products.ts'
import { watchVersion } from '#frontend/new-version.ts'
import { createShopRouter } from '#frontend/router.tsx'
import { catchUpSession, dropSession, signOut } from '#frontend/session.ts'
import { forgetEverything, readStored } from '#frontend/storage.ts'
import { installWorker } from '#frontend/worker/install-worker.ts'
import './styles.css'

// Renders changes before the next event, so that a button is busy before a second click.
notifyManager.setScheduler(queueMicrotask)

let leaving = false

/** Ends a suspended account's session, here and on the server; the shopper goes on as a visitor. */
async function leaveSuspended(): Promise<void> {
  if (leaving) return
  leaving = true
  // A page under hydration would refetch as a visitor, and show and remember the answers.
  await arrived.promise
  // Other calls under way would lead to the banned page again.
  await queryClient.cancelQueries()
  await signOut(queryClient).catch((error: unknown) => {
    console.error('No se pudo cerrar la sesión.', error)
    forgetEverything()
    dropSession(queryClient, false)
  })
  await router.navigate({ to: '/banned-user' })
  // Clears again, since the abandoned screen may have stored something meanwhile.
  forgetEverything()
  leaving = false
}

/** Reruns the guard, since the account may have lost a role. */
async function lookAgain(): Promise<void> {
  if (await catchUpSession(queryClient)) await router.invalidate()
}

/** Logs every failed call; handles a suspension, a lost role or an ended session for the whole page. */
function whenCallFails(error: unknown): void {
  console.error('Falló una llamada a la tienda.', error)
  if (hasCode(error, 'user_banned')) {
    void leaveSuspended()
  } else if (hasCode(error, 'unauthenticated') && readStored('id') !== null) {
    dropSession(queryClient, true)
  } else if (hasCode(error, 'forbidden')) {
    // The failed call is already logged.
    lookAgain().catch(() => undefined)
  }
}

function worthRetrying(failures: number, error: unknown): boolean {
  return navigator.onLine && failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

// TanStack assumes online at first and would miss the reconnection of a page that starts offline.
onlineManager.setOnline(navigator.onLine)

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: whenCallFails }),
  mutationCache: new MutationCache({ onError: whenCallFails }),
  defaultOptions: {
    // Refetches failed and cached answers after a reconnection.
    queries: { retry: worthRetrying, retryDelay: 500, networkMode: 'always', refetchOnReconnect: 'always' },
    mutations: { networkMode: 'always' },
  },
})
const answers = takeAnswers()
const router = createShopRouter(queryClient)
const show = showLive(queryClient)
const arrived = Promise.withResolvers<void>()
// Delays other tabs' news, which would change the server-rendered data during hydration.
startLive((news) => void arrived.promise.then(() => show(news)))

const root = document.getElementById('root')
if (root?.hasChildNodes() && isAtRenderedAddress()) void hydrate(root)
else if (root) {
  // The rendered page belongs to another address.
  root.replaceChildren()
  createRoot(root).render(<App queryClient={queryClient} router={router} />)
  replayEarlyEvents(root)
  arrived.resolve()
}

watchVersion()
if (import.meta.env.PROD) installWorker(answers.keys())

/**
 * Hydrates the server's page. The first tree equals the server's to the letter, a visitor's; the user appears
 * afterwards. Hydration is one transition that leaves the browser responsive. Changes to the tree wait for its end:
 * navigation (recordEarlyEvents), other tabs' news, and effects.
 */
async function hydrate(rendered: HTMLElement): Promise<void> {
  const { context } = router.options
  context.isHydrating = true
  // The server renders the first screen without a boundary (see Screen in layout/root.tsx); this makes the browser do the same.
  router.ssr = { manifest: undefined }
  // Lets the browser work first: the scripts have just run.
  await nextTurn()
  await router.load()
  const queries = queryClient.getQueryCache().getAll()
  await Promise.allSettled(queries.map(async ({ promise }) => promise))
  openShortCut(() => undefined)
  const onHydrated = () => {
    context.isHydrating = false
    arrived.resolve()
    replayEarlyEvents(rendered)
    void leadToPanel()
  }
  startTransition(
    () => void hydrateRoot(rendered, <App queryClient={queryClient} router={router} onHydrated={onHydrated} />),
  )
}

/** Avoids timers, which hidden pages delay. */
function nextTurn(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  port2.postMessage(null)
  return new Promise((resolve) => {
    port1.onmessage = resolve
  })
}

async function leadToPanel(): Promise<void> {
  if (router.state.location.pathname === '/home' && (await isAdmin(queryClient)))
    await router.navigate({ to: '/controlPanel', replace: true })
}
