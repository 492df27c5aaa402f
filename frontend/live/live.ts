// Live product changes: one connection for all tabs of a browser, while one of them is visible.
import { useEffect } from 'react'
import type { LiveNews } from '#frontend/api.ts'
import { notifyTabs, onTabNews, tabsAreConnected } from '#frontend/tabs.ts'
import { keepConnected } from './connection.ts'

/** Milliseconds: a tab hidden this long, or without products, gives up the connection. */
const [hiddenMs, unusedMs] = [30_000, 2000]

let listen: (news: LiveNews) => void = () => undefined
/** The page's last known position, at first from its own answer; and the position since which nothing changed. */
let position: number | undefined
let sameSince: number | undefined
let screens = 0
let isAsleep = false
let leading: AbortController | undefined

/**
 * Listens to news of this tab and others, without duplicates. `refresh`: also called if this tab missed something.
 * Connects while a screen shows products (useLive).
 */
export function startLive(listener: (news: LiveNews) => void): void {
  listen = listener
  // Other tabs may receive news while this one loads; this one then misses them.
  position = sameSince = positionOfPage()
  onTabNews((news) => {
    if (typeof news === 'object') take(news)
    else if (news === 'position' && leading && position !== undefined && sameSince !== undefined)
      notifyTabs({ after: sameSince, position, products: [] })
  })
  watchSleep()
}

/** Reads a header that scripts can see, since the page's bytes are the same for everybody. */
function positionOfPage(): number | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const header = Number(page?.serverTiming?.find(({ name }) => name === 'position')?.description)
  return header > 0 ? header : undefined
}

/** Keeps prices and stock live on screens that show products. */
export function useLive(): void {
  useEffect(() => {
    screens++
    follow()
    return () => {
      screens--
      // The next screen may need it too.
      setTimeout(follow, unusedMs)
    }
  }, [])
}

function take(news: LiveNews): void {
  if (position !== undefined && news.position <= position && !news.refresh) return
  const isMissing = position !== undefined && news.after > position
  position = news.position
  if (sameSince === undefined || isMissing || news.refresh || news.products.length > 0) sameSince = position
  listen(isMissing ? { ...news, refresh: true } : news)
}

function follow(): void {
  const wants = screens > 0 && !isAsleep
  if (wants && !leading) lead()
  if (wants) return
  leading?.abort()
  leading = undefined
}

/** Connects for all tabs once no other tab does; until then listens to that tab. */
function lead(): void {
  leading = new AbortController()
  const { signal } = leading
  const connect = () =>
    keepConnected(
      () => position,
      (news) => {
        notifyTabs(news)
        take(news)
      },
      signal,
    )
  if (!tabsAreConnected || !('locks' in navigator)) {
    connect()
    return
  }
  const whileWanted = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve())
      connect()
    })
  // Rejects if this tab loses interest before its turn.
  navigator.locks.request('gamertech-live', { signal }, whileWanted).catch(() => undefined)
}

/** A hidden tab leaves the connection to others; when visible again it asks what it missed. */
function watchSleep(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const sleep = () => {
    isAsleep = true
    follow()
  }
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') {
      timer = setTimeout(sleep, hiddenMs)
      return
    }
    isAsleep = false
    follow()
    notifyTabs('position')
  }
  document.addEventListener('visibilitychange', look)
  // A page in the back-forward cache holds no connection.
  addEventListener('pagehide', sleep)
  addEventListener('pageshow', look)
  look()
}
