// The local cart as reactive state: browser storage, shared by all tabs.
import { useMemo } from 'react'
import { forget, readStored, store, useStored } from '#frontend/storage.ts'
import { type CartEntry, type LocalCart, parseLocalCart, withAdded, withLineOf } from './local-cart.ts'

export function localCart(): LocalCart | null {
  return parseLocalCart(readStored('cart'))
}

/** Empty if the browser can't make UUIDs (plain http); the server then recognises the cart by its content. */
function newMergeId(): string {
  return 'randomUUID' in crypto ? crypto.randomUUID() : ''
}

export function addToLocalCart(entry: CartEntry): void {
  store('cart', JSON.stringify(withAdded(localCart(), entry, newMergeId())))
}

export function setInLocalCart(entry: CartEntry): void {
  const cart = localCart()
  const next = cart && withLineOf(cart, entry)
  if (next) store('cart', JSON.stringify(next))
  else forget('cart')
}

export function useLocalCart(): LocalCart | null {
  const text = useStored('cart')
  return useMemo(() => parseLocalCart(text), [text])
}
