// Live product changes: one connection for all tabs of a browser, while one of them is visible.
import { useEffect } from 'react'
import type { LiveNews } from '#frontend/api.ts'
import { notifyTabs, onTabNews, tabsAreConnected } from '#frontend/tabs.ts'

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

/** Milliseconds. The shop sends a heartbeat every 15 seconds, so longer silence means a dead connection. */
const [answerMs, silenceMs] = [10_000, 40_000]
/** Shortest and longest pause before reconnecting, in milliseconds. */
const [firstPauseMs, longestPauseMs] = [1000, 30_000]

/** Runs until aborted. `after`: the last position received, asked before each try; undefined: start from now. */
function keepConnected(after: () => number | undefined, tell: (news: LiveNews) => void, signal: AbortSignal): void {
  if (signal.aborted) return
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const next = (run: () => void, milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(run, milliseconds)
  }
  const open = () => {
    source?.close()
    const known = after()
    source = new EventSource(known === undefined ? '/api/live' : `/api/live?after=${known}`)
    source.onmessage = ({ data }: MessageEvent<string>) => {
      failures = 0
      next(again, silenceMs)
      tell(JSON.parse(data) as LiveNews)
    }
    source.onerror = again
    next(again, answerMs)
  }
  const again = () => {
    source?.close()
    // Random jitter, so that the browsers of a dead process don't all reconnect at once.
    next(open, Math.min(firstPauseMs * 2 ** failures++, longestPauseMs) * (0.5 + Math.random() / 2))
  }
  addEventListener('online', open)
  signal.addEventListener('abort', () => {
    source?.close()
    clearTimeout(timer)
    removeEventListener('online', open)
  })
  open()
}
