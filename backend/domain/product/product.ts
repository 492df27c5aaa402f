// A product: texts, price, whether it is on sale. Stock is another aggregate.

import { netOf } from '#backend/domain/money.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { isSameContent } from '#backend/domain/same-content.limits.ts'
import { type Changes, changed, type Decider } from '#backend/eventstore/definition/decider.ts'
import { type Picture, withFirst } from './gallery.limits.ts'
import type { ProductEvent } from './product.events.ts'
import {
  detailKeys,
  differingKeys,
  type Pricing,
  type ProductDetails,
  type ProductFields,
  pricingKeys,
} from './product-fields.ts'

export type Product = ProductFields & { currency: string; netCents: number }
export type ProductState = Product | null

export type ProductCommand =
  | { type: 'AddProduct'; productId: number; details: ProductDetails; pricing: Pricing; currency: string }
  | { type: 'ChangeDetails'; productId: number; details: ProductDetails }
  | { type: 'ChangePictures'; productId: number; pictures: Picture[] }
  | { type: 'ChangePrice'; productId: number; pricing: Pricing }
  | { type: 'ActivateProduct'; productId: number }
  | { type: 'DeactivateProduct'; productId: number }

const changes: Changes<Product, Exclude<ProductEvent, { type: 'ProductAdded' | 'ProductCarriedForward' }>> = {
  // The event must hold every detail: a new field that it lacks does not compile.
  ProductDetailsChanged: ({ pictures }, { productId: __, ...details }) => ({
    ...(details satisfies ProductDetails),
    pictures: withFirst(pictures, details.imageUrl),
  }),
  ProductPicturesChanged: ({ imageUrl }, { pictures }) => ({ pictures, imageUrl: pictures[0]?.url ?? imageUrl }),
  ProductPriceChanged: (_, { productId: __, ...price }) => price,
  ProductDeactivated: () => ({ isActive: false }),
  ProductActivated: () => ({ isActive: true }),
}

function evolve(state: ProductState, event: ProductEvent): ProductState {
  if (event.type === 'ProductCarriedForward') {
    const { productId: _, ...product } = event.data
    return product
  }
  if (event.type === 'ProductAdded') {
    const { productId: _, ...product } = event.data
    return { ...product, isActive: true, pictures: [{ url: product.imageUrl, alt: '' }] }
  }
  return state && changed(changes, state, event)
}

function decide(state: ProductState, command: ProductCommand): ProductEvent[] {
  const { productId } = command
  if (command.type === 'AddProduct') {
    if (state !== null) return []
    const { details, pricing, currency } = command
    return [{ type: 'ProductAdded', data: { productId, ...details, ...priced(pricing), currency } }]
  }
  if (state === null) throw new Rejection('not_found')
  switch (command.type) {
    case 'ChangeDetails':
      if (differingKeys(detailKeys, state, command.details).length === 0) return []
      return [{ type: 'ProductDetailsChanged', data: { productId, ...command.details } }]
    case 'ChangePictures':
      if (isSameContent(state.pictures, command.pictures)) return []
      return [{ type: 'ProductPicturesChanged', data: { productId, pictures: command.pictures } }]
    case 'ChangePrice':
      if (differingKeys(pricingKeys, state, command.pricing).length === 0) return []
      return [
        { type: 'ProductPriceChanged', data: { productId, ...priced(command.pricing), currency: state.currency } },
      ]
    case 'ActivateProduct':
      return state.isActive ? [] : [{ type: 'ProductActivated', data: { productId } }]
    case 'DeactivateProduct':
      return state.isActive ? [{ type: 'ProductDeactivated', data: { productId } }] : []
    default:
      return command satisfies never
  }
}

function priced({ priceCents, vatRate, internalTaxRate }: Pricing) {
  return { priceCents, vatRate, internalTaxRate, netCents: netOf(priceCents, { vatRate, internalTaxRate }) }
}

function takeSnapshot(state: ProductState, id: string): ProductEvent {
  if (state === null) throw new Error(`product ${id} was never added`)
  return { type: 'ProductCarriedForward', data: { productId: Number(id), ...state } }
}

export const product: Decider<ProductState, ProductCommand, ProductEvent, 'product'> = {
  category: 'product',
  initial: null,
  evolve,
  decide,
  snapshots: { types: ['ProductCarriedForward'], take: takeSnapshot },
}
