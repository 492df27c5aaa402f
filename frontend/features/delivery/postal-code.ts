// The postal code last asked for, stored in the browser and shared by all tabs.
import { readPostalCode } from '#backend/domain/official-numbers.limits.ts'
import { readStored, store, useStored } from '#frontend/storage.ts'

/** Normalised; empty if never asked for. */
const known = (stored: string | null) => readPostalCode(stored ?? '') ?? ''

export const knownPostalCode = () => known(readStored('postalCode'))
export const usePostalCode = () => known(useStored('postalCode'))
export const storePostalCode = (code: string) => store('postalCode', code)
