// How a shopper wants the present cart delivered, as far as they said it: the same in every tab, and kept until its order is paid or cancelled.
import { useMemo, useSyncExternalStore } from 'react'
import { type Address, addressFieldNames } from '#backend/domain/address.limits.ts'
import { forget, readStored, store } from '#frontend/storage.ts'
import { storedSignal } from '#frontend/stored-signal.ts'

export type Way = 'pickup' | 'shipping'
/** typed: only the fields that the shopper touched. isKept: the address goes into the account too. orderId: of the order that was placed so. */
export type DeliveryDraft = {
  userId: number
  way: Way
  typed: Partial<Address>
  isKept: boolean
  orderId: number | null
}

const { announce, subscribe } = storedSignal()

/** What this user said in this browser; null if nothing was said, or what is kept cannot be read. */
export function useDeliveryDraft(userId: number): DeliveryDraft | null {
  const kept = useSyncExternalStore(subscribe, () => readStored('delivery'))
  return useMemo(() => readDraftOf(userId, kept), [userId, kept])
}

function readDraftOf(userId: number, kept: string | null): DeliveryDraft | null {
  try {
    const raw = JSON.parse(kept ?? 'null') as Partial<DeliveryDraft> | null
    if (raw?.userId !== userId) return null
    const typed = addressFieldNames.flatMap((field) => {
      const text = raw.typed?.[field]
      return typeof text === 'string' ? [[field, text] as const] : []
    })
    const way = raw.way === 'shipping' ? 'shipping' : 'pickup'
    const orderId = typeof raw.orderId === 'number' ? raw.orderId : null
    return { userId, way, typed: Object.fromEntries(typed), isKept: raw.isKept === true, orderId }
  } catch {
    return null
  }
}

export function keepDeliveryDraft(draft: DeliveryDraft): void {
  store('delivery', JSON.stringify(draft))
  announce()
}

export function forgetDeliveryDraft(): void {
  forget('delivery')
  announce()
}
