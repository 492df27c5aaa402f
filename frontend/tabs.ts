// What the tabs of one browser tell each other, so that all show the same person and the same cart.

import type { Cart } from '#frontend/api.ts'

/** An account's cart as it is now; null if the server has to be asked. A visitor's cart is in the storage, which all tabs share. */
export type CartNews = { of: 'cart'; userId: number; cart: Cart | null }
/** session: somebody signed in or out. */
export type TabNews = { of: 'session' } | CartNews

/** Absent in old browsers, whose tabs learn of each other when they are looked at, and on the server. */
const channel =
  'document' in globalThis && 'BroadcastChannel' in globalThis ? new BroadcastChannel('gamertech') : undefined

/** Tells the other tabs; this one does not hear it. */
export function tellTabs(news: TabNews): void {
  channel?.postMessage(news)
}

/** Hears what other tabs tell, until the result is called. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>) => listener(data)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
