// Messages between tabs, so that all show the same person and cart.

import type { Cart } from '#frontend/api.ts'

/** An account's current cart; null: ask the server. Visitors' carts are in shared storage. */
export type CartNews = { of: 'cart'; userId: number; cart: Cart | null }
/** `session`: somebody signed in or out. */
export type TabNews = { of: 'session' } | CartNews

/** Absent on the server and in old browsers, whose tabs catch up when they become visible. */
const channel =
  'document' in globalThis && 'BroadcastChannel' in globalThis ? new BroadcastChannel('gamertech') : undefined

/** Reaches the other tabs only. */
export function tellTabs(news: TabNews): void {
  channel?.postMessage(news)
}

export function hearTabs(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>) => listener(data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
