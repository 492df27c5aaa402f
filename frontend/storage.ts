// What the browser remembers between visits. Display state only: who the shopper is, the server decides by its cookie.
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

/** The stored text of a key; null when absent or when the browser keeps nothing. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; a browser that keeps nothing is tolerated. */
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

/** What is typed and not sent yet: what an account types in a form, or a product by its id. */
export type DraftKey = (typeof draftsOfPeople)[number] | `product-${number | 'new'}`
const draftsOfPeople = ['review', 'message', 'name', 'address'] as const

/** What was typed in this tab; null when absent or when the browser keeps nothing. */
export function readDraft(key: DraftKey): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps it while the tab is open; a browser that keeps nothing is tolerated. */
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

/** Forgets what others than this account typed in this tab, and how they wanted their cart delivered; null: what all accounts typed. */
export function forgetDraftsOfOthers(userId: number | null): void {
  for (const key of draftsOfPeople) if (isOfAnother(readDraft(key), userId)) forgetDraft(key)
  if (isOfAnother(readStored('delivery'), userId)) forget('delivery')
}

/** What people type is kept with their `userId`. */
function isOfAnother(kept: string | null, userId: number | null): boolean {
  const owner = /"userId":(\d+)/.exec(kept ?? '')?.[1]
  return owner !== undefined && Number(owner) !== userId
}

/** Clears all that the browser keeps for the shop, also the pages it has seen, but the theme: it is the browser's, not the person's. */
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
