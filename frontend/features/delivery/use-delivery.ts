// How the cart is delivered: the shopper's choice, what it costs, and whether the address is whole.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type Address,
  type AddressField,
  addressProblems,
  blankAddress,
  tidyAddress,
} from '#backend/domain/address.limits.ts'
import { readPostalCode } from '#backend/domain/postal-code.limits.ts'
import type { ShippedOrder } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { focusFirstOf } from './address-problems.ts'
import { addressQuery, deliveryQuery, useKeepAddress } from './delivery.queries.ts'
import { type DeliveryDraft, forgetDeliveryDraft, keepDeliveryDraft } from './delivery-draft.ts'
import { type Offer, offerFor, onlyPickup } from './delivery-words.ts'
import { keepPostalCode, knownPostalCode } from './postal-code.ts'

type Buyer = { id: number; name: string }
/** What 'Pagar' sends: the address, with the price and days that the page shows. */
export type WantedShipping = Offer & { address: Address }
type Cart = { buyer: Buyer; subtotal: number; said: DeliveryDraft | null; order: ShippedOrder | null | undefined }
export type Delivery = ReturnType<typeof useDelivery>

/**
 * What the shopper said; else as the order goes that was last placed of this cart (undefined: not known yet). The fields begin with the kept
 * address, or with the buyer's name and the postal code that was asked for.
 */
export function useDelivery({ buyer, subtotal, said, order }: Cart) {
  const form = useRef<HTMLFieldSetElement>(null)
  useForgetting(said, order)
  const draft = said ?? draftOf(buyer.id, order)
  const [problems, setProblems] = useState<Partial<Address>>({})
  const { data: kept } = useQuery({ ...addressQuery(buyer.id), enabled: buyer.id > 0 })
  const address = { ...(kept ?? blankFor(buyer)), ...draft.typed }
  const { postalCode, offer, quote } = useOffer(address, subtotal)
  const change = (changed: Partial<DeliveryDraft>) => {
    keepDeliveryDraft({ ...draft, ...changed })
    setProblems({})
  }
  const type = (field: AddressField, text: string) => {
    change({ typed: { ...draft.typed, [field]: text } })
    const code = field === 'postalCode' ? readPostalCode(text) : null
    if (code) keepPostalCode(code)
  }
  const isShipped = draft.way === 'shipping'
  /** What 'Pagar' sends, null for pick-up; undefined if something is missing, which is then said and has the focus. */
  const check = (): WantedShipping | null | undefined => {
    if (!isShipped) return null
    const found = { ...addressProblems(address), ...quoteProblem(postalCode, offer, quote.error) }
    setProblems(found)
    focusFirstOf(form.current, found)
    return Object.keys(found).length === 0 && offer ? { ...offer, address: tidyAddress(address) } : undefined
  }
  const ofOrder = useAfterOrder(draft)
  const shown = { ...draft, address, kept: kept ?? null, postalCode, offer, problems }
  return {
    form,
    ...shown,
    isShipped,
    isWaiting: order === undefined || (isShipped && quote.isFetching),
    change,
    type,
    check,
    ...ofOrder,
  }
}

/** What shipping to the address costs; undefined until that is known. */
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
  return { userId, way, typed, isKept: false, orderId: null }
}

/** An order that was paid or cancelled needs no address any more; one that was rejected or expired is tried again with it. */
function useForgetting(said: DeliveryDraft | null, order: ShippedOrder | null | undefined): void {
  const isOver = said !== null && order?.id === said.orderId && order.state !== 'placed' && !isUnpaid(order.state)
  useEffect(() => {
    if (isOver) forgetDeliveryDraft()
  }, [isOver])
}

const isUnpaid = (state: ShippedOrder['state']) => state === 'rejected' || state === 'expired'

/** placed: the order goes as was said here. askAnew: the prices of shipping are asked for again. */
function useAfterOrder(draft: DeliveryDraft) {
  const queryClient = useQueryClient()
  const keeping = useKeepAddress(draft.userId)
  return {
    askAnew: () => queryClient.invalidateQueries({ queryKey: queryKeys.delivery.all }),
    placed: (wanted: WantedShipping | null, orderId: number) => {
      keepDeliveryDraft({ ...draft, ...(wanted && { typed: wanted.address }), isKept: false, orderId })
      if (wanted && draft.isKept) keeping.mutate(wanted.address)
    },
  }
}
