// The shopper's choices of delivery, invoice and payment for the present cart: shared by all tabs, stored until the order is paid or cancelled.
import { useMemo } from 'react'
import { type Address, addressFieldNames } from '#backend/domain/address.limits.ts'
import { type Invoice, invoiceKinds } from '#backend/domain/order/invoice.limits.ts'
import { textsOf } from '#frontend/form-draft.ts'
import { parsed, store, useStored } from '#frontend/storage.ts'

export type Way = 'pickup' | 'shipping'
/** `typed`: touched fields. `savesAddress`: saves it in the account, too. `orderId`: the order placed with it. */
export type DeliveryDraft = {
  userId: number
  way: Way
  typed: Partial<Address>
  invoice: Invoice | null
  byTransfer: boolean
  savesAddress: boolean
  orderId: number | null
}

/** Null if this user chose nothing or the stored draft is unreadable. */
export function useDeliveryDraft(userId: number): DeliveryDraft | null {
  const stored = useStored('delivery')
  return useMemo(() => readDraftOf(userId, stored), [userId, stored])
}

function readDraftOf(userId: number, stored: string | null): DeliveryDraft | null {
  const raw = parsed(stored) as Partial<DeliveryDraft> | null
  if (raw?.userId !== userId) return null
  return {
    userId,
    way: raw.way === 'shipping' ? 'shipping' : 'pickup',
    typed: textsOf(raw.typed, addressFieldNames),
    invoice: readInvoice(raw.invoice),
    byTransfer: raw.byTransfer === true,
    savesAddress: raw.savesAddress === true,
    orderId: typeof raw.orderId === 'number' ? raw.orderId : null,
  }
}

function readInvoice(stored: unknown): Invoice | null {
  const { kind: said, taxId = '' } = textsOf(stored, ['kind', 'taxId'])
  const kind = invoiceKinds.find((one) => one === said)
  return kind ? { kind, taxId } : null
}

export function storeDeliveryDraft(draft: DeliveryDraft): void {
  store('delivery', JSON.stringify(draft))
}
