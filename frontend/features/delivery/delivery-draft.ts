// How a shopper wants the present cart delivered, as far as they said it: kept in the tab until the order is placed.
import { type Address, addressFieldNames } from '#backend/domain/address.limits.ts'
import { readDraft, storeDraft } from '#frontend/storage.ts'

export type Way = 'pickup' | 'shipping'
/** typed: only the fields that the shopper touched. isKept: the address goes into the account too. */
export type DeliveryDraft = { userId: number; way: Way; typed: Partial<Address>; isKept: boolean }

/** What this user said in this tab; picked up if nothing was said, or what is kept cannot be read. */
export function readDeliveryDraft(userId: number): DeliveryDraft {
  const blank: DeliveryDraft = { userId, way: 'pickup', typed: {}, isKept: false }
  try {
    const raw = JSON.parse(readDraft('delivery') ?? '{}') as Partial<DeliveryDraft> | null
    if (raw?.userId !== userId) return blank
    const typed = addressFieldNames.flatMap((field) => {
      const text = raw.typed?.[field]
      return typeof text === 'string' ? [[field, text] as const] : []
    })
    const way = raw.way === 'shipping' ? 'shipping' : 'pickup'
    return { userId, way, typed: Object.fromEntries(typed), isKept: raw.isKept === true }
  } catch {
    return blank
  }
}

export function keepDeliveryDraft(draft: DeliveryDraft): void {
  storeDraft('delivery', JSON.stringify(draft))
}
