// The local cart as reactive state: browser storage, shared by all tabs.
import { useSyncExternalStore } from 'react'
import { forget, readStored, store } from '#frontend/storage.ts'
import { storedSignal } from '#frontend/stored-signal.ts'
import { type CartEntry, type LocalCart, parseLocalCart, withAdded, withLineOf } from './local-cart.ts'

const { announce, subscribe } = storedSignal()
let lastText: string | null = null
let lastCart: LocalCart | null = null

/** Returns the same object while the storage doesn't change. */
export function localCart(): LocalCart | null {
  const text = readStored('cart')
  if (text !== lastText) {
    lastText = text
    lastCart = parseLocalCart(text)
  }
  return lastCart
}

/** Empty if the browser can't make UUIDs (plain http); the server then recognises the cart by its content. */
function newMergeId(): string {
  return 'randomUUID' in crypto ? crypto.randomUUID() : ''
}

export function addToLocalCart(entry: CartEntry): void {
  store('cart', JSON.stringify(withAdded(localCart(), entry, newMergeId())))
  announce()
}

export function setInLocalCart(entry: CartEntry): void {
  const cart = localCart()
  const next = cart && withLineOf(cart, entry)
  if (next) store('cart', JSON.stringify(next))
  else forget('cart')
  announce()
}

export function emptyLocalCart(): void {
  forget('cart')
  announce()
}

export function useLocalCart(): LocalCart | null {
  return useSyncExternalStore(subscribe, localCart, () => null)
}
