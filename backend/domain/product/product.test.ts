import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { fold } from '#backend/eventstore/definition/decider.ts'
import type { ProductEvent } from './product.events.ts'
import { type ProductCommand, product } from './product.ts'

const details = {
  ...unsaid,
  name: 'Teclado',
  description: 'Mecánico',
  category: 'Periféricos',
  imageUrl: '/img/t.webp',
  specs: [{ name: 'Formato', value: '60 %' }],
}
const pricing = { priceCents: 1050, vatRate: 2100, internalTaxRate: 0 }
const add: ProductCommand = { type: 'AddProduct', productId: 3, details, pricing, currency: 'ARS' }
const added: ProductEvent = {
  type: 'ProductAdded',
  data: { productId: 3, ...details, ...pricing, netCents: 868, currency: 'ARS' },
}
const pictured: ProductEvent = {
  type: 'ProductPicturesChanged',
  data: { productId: 3, pictures: [{ url: '/img/u.webp', alt: 'De costado' }] },
}
const deactivated: ProductEvent = { type: 'ProductDeactivated', data: { productId: 3 } }

describe('a product', () => {
  test('is added once', () => {
    given(product).when(add).then(added)
    given(product, added).when(add).nothing()
  })
  test('changes its texts; the same texts are nothing', () => {
    const changed = { ...details, name: 'Teclado 65' }
    given(product, added)
      .when({ type: 'ChangeDetails', productId: 3, details: changed })
      .then({ type: 'ProductDetailsChanged', data: { productId: 3, ...changed } })
    given(product, added).when({ type: 'ChangeDetails', productId: 3, details }).nothing()
  })
  test.each([
    [{ ...pricing, priceCents: 999 }, 826],
    [{ ...pricing, vatRate: 1050 }, 950],
    [{ ...pricing, internalTaxRate: 950 }, 805],
  ] as const)(
    'changes its price or a rate in one event, with the net price and the currency it has: %o',
    (changed, netCents) => {
      const change: ProductCommand = { type: 'ChangePrice', productId: 3, pricing: { ...changed } }
      const event: ProductEvent = {
        type: 'ProductPriceChanged',
        data: { productId: 3, ...changed, netCents, currency: 'ARS' },
      }
      given(product, added).when(change).then(event)
      given(product, added, event).when(change).nothing()
      expect(fold(product, [added, event])).toMatchObject({ ...changed, netCents })
    },
  )
  test('at the same price and rates changes nothing', () =>
    given(product, added).when({ type: 'ChangePrice', productId: 3, pricing }).nothing())
  test('has a gallery whose first picture is its own; the same gallery is nothing', () => {
    const pictures = [
      { url: '/img/u.webp', alt: 'De costado' },
      { url: '/img/t.webp', alt: '' },
    ]
    const change: ProductCommand = { type: 'ChangePictures', productId: 3, pictures }
    const changed: ProductEvent = { type: 'ProductPicturesChanged', data: { productId: 3, pictures } }
    given(product, added).when(change).then(changed)
    given(product, added, changed).when(change).nothing()
    given(product, added)
      .when({ type: 'ChangePictures', productId: 3, pictures: [{ url: '/img/t.webp', alt: '' }] })
      .nothing()
    expect(fold(product, [added, changed])).toMatchObject({ imageUrl: '/img/u.webp', pictures })
    const replaced: ProductEvent = {
      type: 'ProductDetailsChanged',
      data: { productId: 3, ...details, imageUrl: '/img/z.webp' },
    }
    expect(fold(product, [added, changed, replaced])?.pictures).toEqual([{ url: '/img/z.webp', alt: '' }, pictures[1]])
  })

  test('is deactivated and activated, each once', () => {
    given(product, added).when({ type: 'DeactivateProduct', productId: 3 }).then(deactivated)
    given(product, added, deactivated).when({ type: 'DeactivateProduct', productId: 3 }).nothing()
    given(product, added, deactivated)
      .when({ type: 'ActivateProduct', productId: 3 })
      .then({ type: 'ProductActivated', data: { productId: 3 } })
    given(product, added).when({ type: 'ActivateProduct', productId: 3 }).nothing()
  })
  test('that is not there is not found', () =>
    given(product).when({ type: 'ActivateProduct', productId: 3 }).rejects('not_found'))
  test('is wholly in the event that opens new books', () => {
    const state = fold(product, [added, deactivated, pictured])
    const opened = product.snapshots?.take?.(state, '3') as ProductEvent
    expect(opened.data.productId).toBe(3)
    expect(fold(product, [opened])).toEqual(state)
  })
})
