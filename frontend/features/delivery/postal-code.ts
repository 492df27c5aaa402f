// The postal code last asked for, stored in the browser and shared by all tabs.
import { useSyncExternalStore } from 'react'
import { readPostalCode } from '#backend/domain/postal-code.limits.ts'
import { readStored, store } from '#frontend/storage.ts'
import { storedSignal } from '#frontend/stored-signal.ts'

const { announce, subscribe } = storedSignal()

/** Normalised; empty if never asked for. */
export function knownPostalCode(): string {
  return readPostalCode(readStored('postalCode') ?? '') ?? ''
}

export function keepPostalCode(code: string): void {
  store('postalCode', code)
  announce()
}

export function usePostalCode(): string {
  return useSyncExternalStore(subscribe, knownPostalCode, () => '')
}
