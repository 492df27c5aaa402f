// How the cart is delivered: the shopper's choice, what it costs, and whether the address is whole.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type Address,
  type AddressField,
  addressProblems,
  blankAddress,
  tidyAddress,
} from '#backend/domain/address.limits.ts'
import { readPostalCode } from '#backend/domain/postal-code.limits.ts'
import { messageOf } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { forgetDraft } from '#frontend/storage.ts'
import { focusFirstOf } from './address-problems.ts'
import { addressQuery, deliveryQuery, useKeepAddress } from './delivery.queries.ts'
import { type DeliveryDraft, keepDeliveryDraft, readDeliveryDraft } from './delivery-draft.ts'
import { type Offer, offerFor, onlyPickup } from './delivery-words.ts'
import { keepPostalCode, knownPostalCode } from './postal-code.ts'

type Buyer = { id: number; name: string }
/** What 'Pagar' sends: the address, with the price and days that the page shows. */
export type WantedShipping = Offer & { address: Address }
export type Delivery = ReturnType<typeof useDelivery>

/** The fields begin with the kept address, or with the buyer's name and the postal code that was asked for. */
export function useDelivery(buyer: Buyer, subtotal: number) {
  const form = useRef<HTMLFieldSetElement>(null)
  const [draft, setDraft] = useState(() => readDeliveryDraft(buyer.id))
  const [problems, setProblems] = useState<Partial<Address>>({})
  const { data: kept } = useQuery({ ...addressQuery(buyer.id), enabled: buyer.id > 0 })
  const address = { ...(kept ?? blankFor(buyer)), ...draft.typed }
  const postalCode = readPostalCode(address.postalCode)
  const quote = useQuery({ ...deliveryQuery(postalCode ?? ''), enabled: postalCode !== null })
  const offer = quote.data && postalCode ? offerFor(quote.data, subtotal) : undefined
  const change = (changed: Partial<DeliveryDraft>) => {
    const next = { ...draft, userId: buyer.id, ...changed }
    keepDeliveryDraft(next)
    setDraft(next)
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
  const ofOrder = useAfterOrder(buyer.id, draft.isKept)
  const shown = { ...draft, address, kept: kept ?? null, postalCode, offer, problems }
  return { form, ...shown, isShipped, isWaiting: isShipped && quote.isFetching, change, type, check, ...ofOrder }
}

function blankFor({ name }: Buyer): Address {
  return { ...blankAddress, recipient: name, postalCode: knownPostalCode() }
}

function quoteProblem(postalCode: string | null, offer: Offer | null | undefined, error: Error | null) {
  if (postalCode === null || offer) return {}
  if (offer === null) return { postalCode: onlyPickup(postalCode) }
  return { postalCode: error ? messageOf(error) : 'Estamos calculando el envío: probá de nuevo en un momento.' }
}

/** placed: nothing that was typed is needed any more. isStale: the prices of shipping are asked for anew. */
function useAfterOrder(userId: number, isKept: boolean) {
  const queryClient = useQueryClient()
  const keeping = useKeepAddress(userId)
  return {
    askAnew: () => queryClient.invalidateQueries({ queryKey: queryKeys.delivery.all }),
    placed: (wanted: WantedShipping | null) => {
      forgetDraft('delivery')
      if (wanted && isKept) keeping.mutate(wanted.address)
    },
  }
}
