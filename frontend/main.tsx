// Starts the shop in the browser: one query client, one router, one root, which takes over what the server rendered.
import { MutationCache, notifyManager, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ApiError, hasCode } from '#frontend/api-error.ts'
import { App } from '#frontend/arrival/app.tsx'
import { forgetAnswers, takeAnswers } from '#frontend/arrival/arrived-answers.ts'
import { isWhereItWasAskedFor, noteEarlyActs } from '#frontend/arrival/early-acts.ts'
import { isLedToPanel } from '#frontend/guards.ts'
import { startLive } from '#frontend/live/live.ts'
import { showLive } from '#frontend/live/live-products.ts'
import { watchVersion } from '#frontend/new-version.ts'
import { createShopRouter } from '#frontend/router.tsx'
import { catchUpSession, dropSession, signOut } from '#frontend/session.ts'
import { forgetEverything, readStored } from '#frontend/storage.ts'
import { installWorker } from '#frontend/worker/install-worker.ts'
import './styles.css'

// Changes are shown before the next event is handled, so that a button is busy before a second click can reach it.
notifyManager.setScheduler(queueMicrotask)

let leaving = false

/** The account is suspended: its session ends here and on the server, so that the shopper can go on as a visitor. */
async function leaveSuspended(): Promise<void> {
  if (leaving) return
  leaving = true
  // A page that is still being taken over would ask anew as a visitor, and show and remember what it is given.
  await arrived.promise
  // Calls still under way would be refused for the same reason and lead to the banned page once more.
  await queryClient.cancelQueries()
  await signOut(queryClient).catch((error: unknown) => {
    console.error('No se pudo cerrar la sesión.', error)
    forgetEverything()
    dropSession(queryClient, false)
  })
  await router.navigate({ to: '/banned-user' })
  // Until then the screen that is left was there, and may have remembered what it showed.
  forgetEverything()
  leaving = false
}

/** The account may have lost a role that the screen is for: its guard looks again. */
async function lookAgain(): Promise<void> {
  if (await catchUpSession(queryClient)) await router.invalidate()
}

/** Every failed call is logged; a suspension, a lost role or the end of the session, learnt from any call, is acted on for the whole page. */
function whenCallFails(error: unknown): void {
  console.error('Falló una llamada a la tienda.', error)
  if (hasCode(error, 'user_banned')) {
    void leaveSuspended()
  } else if (hasCode(error, 'unauthenticated') && readStored('id') !== null) {
    dropSession(queryClient, true)
  } else if (hasCode(error, 'forbidden')) {
    // Logged as every failed call.
    lookAgain().catch(() => undefined)
  }
}

function worthRetrying(failures: number, error: unknown): boolean {
  return navigator.onLine && failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

// It takes a page for online until it hears otherwise; one that begins offline would not hear that the connection is back.
onlineManager.setOnline(navigator.onLine)

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: whenCallFails }),
  mutationCache: new MutationCache({ onError: whenCallFails }),
  defaultOptions: {
    // What failed without a connection, or came from what the browser keeps, is asked anew once there is one.
    queries: { retry: worthRetrying, retryDelay: 500, networkMode: 'always', refetchOnReconnect: 'always' },
    mutations: { networkMode: 'always' },
  },
})
const answers = takeAnswers()
const router = createShopRouter(queryClient)
const show = showLive(queryClient)
const arrived = Promise.withResolvers<void>()
// What other tabs are told meanwhile would change the data that the server rendered the page of.
startLive((news) => void arrived.promise.then(() => show(news)))

const root = document.getElementById('root')
if (root?.hasChildNodes() && isWhereItWasAskedFor()) void takeOver(root)
else if (root) {
  // A page of another address than that of now.
  root.replaceChildren()
  createRoot(root).render(<App queryClient={queryClient} router={router} />)
  noteEarlyActs(root)()
  arrived.resolve()
}

watchVersion()
if (import.meta.env.PROD) installWorker(answers)

/**
 * Goes on from what the server rendered for a visitor: the first tree is the same, to the letter; who is there shows after it. It is taken over as
 * a whole, in one go for who looks, and in small steps for the browser, which answers in between. Whatever would change the tree meanwhile
 * waits: steps of the address (keepEarlyActs), what other tabs are told, and effects, which begin only after it.
 */
async function takeOver(rendered: HTMLElement): Promise<void> {
  const { context } = router.options
  context.isArriving = true
  // The tree is that of the server, which has no boundary around the first screen (see Screen in layout/root.tsx).
  router.ssr = { manifest: undefined }
  // After what the browser has to do by now: the scripts themselves have just run.
  await nextTurn()
  await router.load()
  await Promise.allSettled(
    queryClient
      .getQueryCache()
      .getAll()
      .map(async ({ promise }) => promise),
  )
  forgetAnswers()
  const onArrival = () => {
    const doEarlyActs = noteEarlyActs(rendered)
    return () => {
      context.isArriving = false
      arrived.resolve()
      doEarlyActs()
      void leadToPanel()
    }
  }
  startTransition(
    () => void hydrateRoot(rendered, <App queryClient={queryClient} router={router} onArrival={onArrival} />),
  )
}

/** Not by a timer, which a page that nobody looks at fires late. */
function nextTurn(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  port2.postMessage(null)
  return new Promise((resolve) => {
    port1.onmessage = resolve
  })
}

/** Who only administers is led away from the catalogue. */
async function leadToPanel(): Promise<void> {
  if (router.state.location.pathname === '/home' && (await isLedToPanel(queryClient)))
    await router.navigate({ to: '/controlPanel', replace: true })
}
