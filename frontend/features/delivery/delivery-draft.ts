// The shopper's delivery choice for the present cart: shared by all tabs, kept until the order is paid or cancelled.
import { useMemo, useSyncExternalStore } from 'react'
import { type Address, addressFieldNames } from '#backend/domain/address.limits.ts'
import { forget, readStored, store } from '#frontend/storage.ts'
import { storedSignal } from '#frontend/stored-signal.ts'

export type Way = 'pickup' | 'shipping'
/**
 * `typed`: touched fields only. `isKept`: also save the address in the account. `orderId`: the order placed with it.
 */
export type DeliveryDraft = {
  userId: number
  way: Way
  typed: Partial<Address>
  isKept: boolean
  orderId: number | null
}

const { announce, subscribe } = storedSignal()

/** Null if this user chose nothing or the stored draft is unreadable. */
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
