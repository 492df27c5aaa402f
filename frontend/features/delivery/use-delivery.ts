import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type Address,
  type AddressField,
  addressProblems,
  blankAddress,
  tidyAddress,
} from '#backend/domain/address.limits.ts'
import { readPostalCode } from '#backend/domain/official-numbers.limits.ts'
import type { ShippedOrder } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { forget } from '#frontend/storage.ts'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { addressQuery, deliveryQuery, useSaveAddress } from './delivery.queries.ts'
import { type DeliveryDraft, storeDeliveryDraft } from './delivery-draft.ts'
import { type Offer, offerFor, onlyPickup } from './delivery-words.ts'
import { knownPostalCode, storePostalCode } from './postal-code.ts'

type Buyer = { id: number; name: string }
/** Sent by 'Pagar': the address with the price and days as shown. */
export type WantedShipping = Offer & { address: Address }
type Cart = { buyer: Buyer; subtotal: number; said: DeliveryDraft | null; order: ShippedOrder | null | undefined }
export type Delivery = ReturnType<typeof useDelivery>

/**
 * Prefers the shopper's choice, then the last order of this cart (undefined: still unknown). Prefills the saved
 * address, or the buyer's name and the postal code.
 */
export function useDelivery({ buyer, subtotal, said, order }: Cart) {
  const form = useRef<HTMLFieldSetElement>(null)
  useForgetting(said, order)
  const draft = said ?? draftOf(buyer.id, order)
  const [problems, setProblems] = useState<Partial<Address>>({})
  const { data: saved } = useQuery({ ...addressQuery(buyer.id), enabled: buyer.id > 0 })
  const address = { ...(saved ?? blankFor(buyer)), ...draft.typed }
  const { postalCode, offer, quote } = useOffer(address, subtotal)
  const change = (changed: Partial<DeliveryDraft>) => {
    storeDeliveryDraft({ ...draft, ...changed })
    setProblems({})
  }
  const type = (field: AddressField, text: string) => {
    change({ typed: { ...draft.typed, [field]: text } })
    const code = field === 'postalCode' ? readPostalCode(text) : null
    if (code) storePostalCode(code)
  }
  const isShipped = draft.way === 'shipping'
  /** Null for pick-up; undefined if something is missing, which is then shown and focused. */
  const check = (): WantedShipping | null | undefined => {
    if (!isShipped) return null
    const found = { ...addressProblems(address), ...quoteProblem(postalCode, offer, quote.error) }
    setProblems(found)
    focusFirst(form.current, found)
    return Object.keys(found).length === 0 && offer ? { ...offer, address: tidyAddress(address) } : undefined
  }
  const isWaiting = order === undefined || (isShipped && quote.isFetching)
  const shown = { ...draft, address, saved: saved ?? null, postalCode, offer, problems, isShipped, isWaiting }
  return { form, ...shown, change, type, check, ...useAfterOrder(draft) }
}

function useOffer({ postalCode: typed }: Address, subtotal: number) {
  const postalCode = readPostalCode(typed)
  const quote = useQuery({ ...deliveryQuery(postalCode ?? ''), enabled: postalCode !== null })
  const offer = quote.data && postalCode ? offerFor(quote.data, subtotal) : undefined
  return { postalCode, offer, quote }
}

function blankFor({ name }: Buyer): Address {
  return { ...blankAddress, recipient: name, postalCode: knownPostalCode() }
}

function quoteProblem(postalCode: string | null, offer: Offer | null | undefined, error: Error | null) {
  if (postalCode === null || offer) return {}
  if (offer === null) return { postalCode: onlyPickup(postalCode) }
  return { postalCode: error ? messageOf(error) : 'Estamos calculando el envío: probá de nuevo en un momento.' }
}

function draftOf(userId: number, order: ShippedOrder | null | undefined): DeliveryDraft {
  const way = order?.state === 'placed' && order.shipping ? 'shipping' : 'pickup'
  const typed = way === 'shipping' ? (order?.address ?? {}) : {}
  const { kind, taxId } = (order?.state === 'placed' && order.invoice) || {}
  const invoice = kind && taxId ? { kind, taxId } : null
  return { userId, way, typed, invoice, byTransfer: false, savesAddress: false, orderId: null }
}

/** Forgets the draft of a paid or cancelled order; keeps it for a rejected or expired one, which is retried. */
function useForgetting(said: DeliveryDraft | null, order: ShippedOrder | null | undefined): void {
  const isOver = said !== null && order?.id === said.orderId && order.state !== 'placed' && !isUnpaid(order.state)
  useEffect(() => {
    if (isOver) forget('delivery')
  }, [isOver])
}

const isUnpaid = (state: ShippedOrder['state']) => state === 'rejected' || state === 'expired'

/** `placed` links the draft to its order; `askAnew` refetches shipping prices. */
function useAfterOrder(draft: DeliveryDraft) {
  const queryClient = useQueryClient()
  const saving = useSaveAddress(draft.userId)
  const keepAddress = (wanted: WantedShipping | null) => {
    if (wanted && draft.savesAddress) saving.mutate(wanted.address)
  }
  return {
    askAnew: () => queryClient.invalidateQueries({ queryKey: queryKeys.delivery.all }),
    keepAddress,
    placed: (wanted: WantedShipping | null, orderId: number) => {
      storeDeliveryDraft({ ...draft, ...(wanted && { typed: wanted.address }), savesAddress: false, orderId })
      keepAddress(wanted)
    },
  }
}
