// The postal code that the shopper last asked for, kept in the browser and the same in every open tab.
import { useSyncExternalStore } from 'react'
import { readPostalCode } from '#backend/domain/postal-code.limits.ts'
import { readStored, store } from '#frontend/storage.ts'

const listeners = new Set<() => void>()

/** In one spelling; empty before one was asked for. */
export function knownPostalCode(): string {
  return readPostalCode(readStored('postalCode') ?? '') ?? ''
}

/** Keeps a postal code in one spelling. */
export function keepPostalCode(code: string): void {
  store('postalCode', code)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Followed as it changes. */
export function usePostalCode(): string {
  return useSyncExternalStore(subscribe, knownPostalCode)
}
