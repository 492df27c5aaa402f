// The local cart as live state: kept in the browser's storage, the same in every open tab.
import { useSyncExternalStore } from 'react'
import { forget, readStored, store } from '#frontend/storage.ts'
import { storedSignal } from '#frontend/stored-signal.ts'
import { type CartEntry, type LocalCart, parseLocalCart, withAdded, withLineOf } from './local-cart.ts'

const { announce, subscribe } = storedSignal()
let lastText: string | null = null
let lastCart: LocalCart | null = null

/** The browser's cart now; the same object while the storage does not change. */
export function localCart(): LocalCart | null {
  const text = readStored('cart')
  if (text !== lastText) {
    lastText = text
    lastCart = parseLocalCart(text)
  }
  return lastCart
}

/** A UUID; empty if the browser makes none (pages over plain http). The server then knows the cart by its content. */
function newMergeId(): string {
  return 'randomUUID' in crypto ? crypto.randomUUID() : ''
}

/** Puts more of a product into the browser's cart. */
export function addToLocalCart(entry: CartEntry): void {
  store('cart', JSON.stringify(withAdded(localCart(), entry, newMergeId())))
  announce()
}

/** Sets how many of a product are in the browser's cart; 0 takes it out. */
export function setInLocalCart(entry: CartEntry): void {
  const cart = localCart()
  const next = cart && withLineOf(cart, entry)
  if (next) store('cart', JSON.stringify(next))
  else forget('cart')
  announce()
}

/** Empties the browser's cart. */
export function emptyLocalCart(): void {
  forget('cart')
  announce()
}

/** The browser's cart, followed as it changes. */
export function useLocalCart(): LocalCart | null {
  return useSyncExternalStore(subscribe, localCart, () => null)
}
