// Server rendering of pages, for a visitor, with the data of the screen's loader.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
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
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)]).toSorted(byName)).toString()
  return text && `?${text}`
}

const byName = ([a = '']: string[], [b = '']: string[]) => (a < b ? -1 : 1)

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

/** Waits for all data, so that everything is in its place. */
function markupOf(tree: ReactNode): Promise<{ markup: string; tookMs: number }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let tookMs = 0
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
      final(done) {
        resolve({ markup: Buffer.concat(chunks).toString('utf8'), tookMs })
        done()
      },
    })
    const began = performance.now()
    const { pipe } = renderToPipeableStream(tree, {
      onAllReady: () => {
        tookMs = performance.now() - began
        pipe(sink)
      },
      onError: reject,
      // Larger chunks would come late and be moved into place by a script.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    })
  })
}

/** React puts preload elements first; they belong into the head. */
function splitHints(markup: string): Pick<RenderedScreen, 'hints' | 'markup'> {
  const hints = /^(?:<link [^>]*>)*/.exec(markup)?.[0] ?? ''
  return { hints, markup: markup.slice(hints.length) }
}
