// The browser's memory between visits. Display state only: the server identifies the shopper by a cookie.
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

/** Null if absent or if storage is unavailable. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch (error) {
    console.warn('El navegador no guarda datos de la tienda.', error)
  }
}

export function forget(key: StorageKey): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

/** Unsent input: a form of an account, or a product by its id. */
export type DraftKey = (typeof draftsOfPeople)[number] | `product-${number | 'new'}`
const draftsOfPeople = ['review', 'message', 'name', 'address'] as const

export function readDraft(key: DraftKey): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function storeDraft(key: DraftKey, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch (error) {
    console.warn('El navegador no guarda datos de la tienda.', error)
  }
}

export function forgetDraft(key: DraftKey): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

/** Clears other accounts' drafts and delivery choices in this tab; null: all accounts'. */
export function forgetDraftsOfOthers(userId: number | null): void {
  for (const key of draftsOfPeople) if (isOfAnother(readDraft(key), userId)) forgetDraft(key)
  if (isOfAnother(readStored('delivery'), userId)) forget('delivery')
}

/** Drafts contain their `userId`. */
function isOfAnother(kept: string | null, userId: number | null): boolean {
  const owner = /"userId":(\d+)/.exec(kept ?? '')?.[1]
  return owner !== undefined && Number(owner) !== userId
}

/** Clears all storage, including cached pages, except the theme, which belongs to the browser. */
export function forgetEverything(): void {
  forgetSeen()
  const theme = readStored('theme')
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Nothing was kept, so nothing is left.
  }
  if (theme !== null) store('theme', theme)
}
