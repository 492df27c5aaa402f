import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { everyScreen } from '#backend/domain/screens.limits.ts'
import type { AskShop, PageRenderer, RenderedScreen } from '#backend/http/pages/page-renderer.ts'
import { App } from '#frontend/arrival/app.tsx'
import { openShortCut } from '#frontend/arrival/short-cut.ts'
import { createShopRouter } from '#frontend/router.tsx'

const asking = new AsyncLocalStorage<AskShop>()
openShortCut((address) => asking.getStore()?.(address))

type ReadSearch = (raw: Record<string, unknown>) => object
const { routesByPath } = createShopRouter(new QueryClient(), { history: createMemoryHistory() })
const screens = everyScreen
  .filter(({ rendered }) => rendered)
  .map(({ path }) => ({
    path,
    pattern: new RegExp(`^${path.replace('$id', '[1-9]\\d{0,14}')}$`),
    readSearch: routesByPath[path].options.validateSearch as ReadSearch | undefined,
  }))

export const renderer: PageRenderer = {
  addressOf({ pathname, search }) {
    const screen = screens.find(({ pattern }) => pattern.test(pathname))
    if (!screen) return null
    const asked = screen.readSearch?.(Object.fromEntries(new URLSearchParams(search))) ?? {}
    return { address: `${pathname}${queryOf(asked)}`, screen: screen.path }
  },
  render: (address, ask) => asking.run(ask, () => render(address)),
}

/** Normalised: known parameters in a fixed order. */
function queryOf(search: object): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(known.map(([name, value]) => [name, String(value)]))
  query.sort()
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** Throws on a rendering error and on a redirect. */
async function render(address: string): Promise<RenderedScreen> {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } },
  })
  try {
    const router = createShopRouter(queryClient, { history: createMemoryHistory({ initialEntries: [address] }) })
    await router.load()
    const { matches } = router.state
    if (matches.some(({ status }) => status !== 'success')) throw new Error('The router does not lead to a screen.')
    const queries = queryClient.getQueryCache().getAll()
    await Promise.all(queries.map(async ({ promise }) => promise))
    for (const { state } of queries) if (state.error) throw state.error
    const { markup, tookMs } = await markupOf(<App queryClient={queryClient} router={router} />)
    return { ...splitHints(markup), tookMs }
  } finally {
    queryClient.clear()
  }
}

/** React's mark for a part still to be loaded. */
const leftOut = '<!--$!-->'

/** The first page with a lazy part loads the part, and is rendered again. Its time is its own: no other page runs meanwhile. */
async function markupOf(tree: ReactNode, isAgain = false): Promise<{ markup: string; tookMs: number }> {
  const began = performance.now()
  const markup = renderToString(tree)
  const tookMs = performance.now() - began
  if (!markup.includes(leftOut)) return { markup, tookMs }
  if (isAgain) throw new Error('A part of the page is not rendered.')
  await setImmediate()
  return markupOf(tree, true)
}

/** React puts preload elements first; they belong into the head. */
function splitHints(markup: string): Pick<RenderedScreen, 'hints' | 'markup'> {
  const hints = /^(?:<link [^>]*>)*/.exec(markup)?.[0] ?? ''
  return { hints, markup: markup.slice(hints.length) }
}
