// Messages between tabs, so that all show the same person, cart and prices.
import type { LiveNews } from '#frontend/api.ts'

/**
 * `session`: somebody signed in or out; `cart`: an account's cart changed (visitors' carts are in shared storage);
 * `position`: asks for the live connection's position.
 */
export type TabNews = 'session' | 'cart' | 'position' | LiveNews

/** Absent on the server and in old browsers, whose tabs catch up when they become visible. */
const channel =
  'document' in globalThis && 'BroadcastChannel' in globalThis ? new BroadcastChannel('gamertech') : undefined

export const tabsAreConnected = channel !== undefined

/** Reaches the other tabs only. */
export function notifyTabs(news: TabNews): void {
  channel?.postMessage(news)
}

export function onTabNews(listener: (news: TabNews) => void): () => void {
  const take = ({ data }: MessageEvent<TabNews>) => listener(data)
  channel?.addEventListener('message', take)
  return () => channel?.removeEventListener('message', take)
}
