// The postal code that the shopper last asked for, kept in the browser and the same in every open tab.
import { useSyncExternalStore } from 'react'
import { readPostalCode } from '#backend/domain/postal-code.limits.ts'
import { readStored, store } from '#frontend/storage.ts'
import { storedSignal } from '#frontend/stored-signal.ts'

const { announce, subscribe } = storedSignal()

/** In one spelling; empty before one was asked for. */
export function knownPostalCode(): string {
  return readPostalCode(readStored('postalCode') ?? '') ?? ''
}

/** Keeps a postal code in one spelling. */
export function keepPostalCode(code: string): void {
  store('postalCode', code)
  announce()
}

/** Followed as it changes. */
export function usePostalCode(): string {
  return useSyncExternalStore(subscribe, knownPostalCode, () => '')
}
