// What changes of products as the shop tells it: one connection for all tabs of a browser, while one of them is looked at.
import { useEffect } from 'react'
import type { LiveNews } from '#frontend/api.ts'
import { keepConnected } from './connection.ts'

/** In milliseconds: a tab that is hidden for so long, or has left the products, gives the connection up. */
const [hiddenMs, unusedMs] = [30_000, 2000]

/** 'where': a tab asks how far the others are. */
type TabNews = LiveNews | 'where'

/** Absent in old browsers: each tab has a connection of its own. */
let channel: BroadcastChannel | undefined
let hear: (news: LiveNews) => void = () => undefined
/** Up to where the page was told, at first by its own head; and the position since which nothing has changed. */
let position: number | undefined
let sameSince: number | undefined
let screens = 0
let isAsleep = false
let leading: AbortController | undefined

/**
 * Begins to hear what this tab or another one is told; nothing comes twice. `refresh`: also when this tab missed something. Connects as long
 * as a screen shows products (useLive).
 */
export function startLive(listener: (news: LiveNews) => void): void {
  hear = listener
  const told = Number(document.querySelector<HTMLMetaElement>('meta[name="position"]')?.content)
  // Another tab may be told something between the loading of this one and here: it is missing then.
  position = sameSince = told > 0 ? told : undefined
  channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('gamertech-live') : undefined
  channel?.addEventListener('message', ({ data }: MessageEvent<TabNews>) => {
    if (data !== 'where') take(data)
    else if (leading && position !== undefined && sameSince !== undefined)
      tellTabs({ after: sameSince, position, products: [] })
  })
  watchSleep()
}

/** For screens that show products: prices and stock stay those of the shop. */
export function useLive(): void {
  useEffect(() => {
    screens++
    follow()
    return () => {
      screens--
      // The next screen may show products too.
      setTimeout(follow, unusedMs)
    }
  }, [])
}

function tellTabs(news: TabNews): void {
  channel?.postMessage(news)
}

function take(news: LiveNews): void {
  if (position !== undefined && news.position <= position && !news.refresh) return
  const isMissing = position !== undefined && news.after > position
  position = news.position
  if (sameSince === undefined || isMissing || news.refresh || news.products.length > 0) sameSince = position
  hear(isMissing ? { ...news, refresh: true } : news)
}

function follow(): void {
  const wants = screens > 0 && !isAsleep
  if (wants && !leading) lead()
  if (wants) return
  leading?.abort()
  leading = undefined
}

/** Connects for all tabs once no other tab does; until then this one hears what that one tells. */
function lead(): void {
  leading = new AbortController()
  const { signal } = leading
  const connect = () =>
    keepConnected(
      () => position,
      (news) => {
        tellTabs(news)
        take(news)
      },
      signal,
    )
  if (!channel || !('locks' in navigator)) {
    connect()
    return
  }
  const whileWanted = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve())
      connect()
    })
  // Rejects if this tab stops wanting before it is its turn.
  navigator.locks.request('gamertech-live', { signal }, whileWanted).catch(() => undefined)
}

/** A tab that nobody looks at leaves the connection to the others; looked at again it asks whether it missed something. */
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
    tellTabs('where')
  }
  document.addEventListener('visibilitychange', look)
  // A page that the browser keeps for going back holds no connection.
  addEventListener('pagehide', sleep)
  addEventListener('pageshow', look)
  look()
}
