// The browser's memory between visits. Display state only: the server identifies the shopper by a cookie.
import { useSyncExternalStore } from 'react'
import { forgetSeen } from '#frontend/worker/install-worker.ts'

export type StorageKey =
  | 'cart'
  | 'id'
  | 'isAuthenticated'
  | 'marcaTiempoLogin'
  | 'vrfd'
  | 'changeRolAttempts'
  | 'pagoExitoso'
  | 'theme'
  | 'postalCode'
  | 'delivery'
  | 'seenProducts'
  | 'compared'

const draftsOfPeople = ['review', 'message', 'name', 'address'] as const
/** Unsent input: a form of an account, or a product by its id. */
export type DraftKey = (typeof draftsOfPeople)[number] | `product-${number | 'new'}`

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

const unknown = () => null

/** Holds in the page what the browser refuses to store, until another tab changes it. */
function memoryOf<Key extends string>(storage: () => Storage) {
  const refused = new Map<Key, string>()
  const change = (act: () => void) => {
    try {
      act()
    } catch (error) {
      console.warn('El navegador no guarda datos de la tienda.', error)
    }
    tell()
  }
  const read = (key: Key): string | null => {
    try {
      return refused.get(key) ?? storage().getItem(key)
    } catch {
      return null
    }
  }
  return {
    read,
    write(key: Key, text: string): void {
      refused.set(key, text)
      change(() => {
        storage().setItem(key, text)
        refused.delete(key)
      })
    },
    remove(key: Key): void {
      refused.delete(key)
      change(() => storage().removeItem(key))
    },
    clear(): void {
      refused.clear()
      change(() => storage().clear())
    },
    giveWay: (key: Key | null): unknown => (key === null ? refused.clear() : refused.delete(key)),
    /** Returns the stored text and follows changes of this tab and of others; null during hydration. */
    use: (key: Key): string | null => useSyncExternalStore(subscribe, () => read(key), unknown),
  }
}

const browser = memoryOf<StorageKey>(() => localStorage)
const tab = memoryOf<DraftKey | 'offered-version'>(() => sessionStorage)
export const { read: readStored, write: store, remove: forget, use: useStored } = browser
export const { read: readInTab, write: storeInTab, remove: forgetInTab, use: useInTab } = tab

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // A page in the back-forward cache misses the other tabs' changes.
  for (const kind of ['storage', 'pageshow']) addEventListener(kind, hear)
  return () => listeners.delete(listener)
}

function hear(event: Event): void {
  if (event instanceof StorageEvent) browser.giveWay(event.key as StorageKey | null)
  tell()
}

/** Null for anything but JSON, since anybody can write to storage. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Clears other accounts' drafts and delivery choices in this tab; null: all accounts'. */
export function forgetDraftsOfOthers(userId: number | null): void {
  for (const key of draftsOfPeople) if (isOfAnother(readInTab(key), userId)) forgetInTab(key)
  if (isOfAnother(readStored('delivery'), userId)) forget('delivery')
}

/** Drafts contain their `userId`. */
function isOfAnother(draft: string | null, userId: number | null): boolean {
  const owner = /"userId":(\d+)/.exec(draft ?? '')?.[1]
  return owner !== undefined && Number(owner) !== userId
}

/** Clears all storage, including cached pages, except the theme, which belongs to the browser. */
export function forgetEverything(): void {
  forgetSeen()
  const theme = readStored('theme')
  browser.clear()
  tab.clear()
  if (theme !== null) store('theme', theme)
}
