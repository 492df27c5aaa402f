// Pricing at 'Pagar': given a cart, the products and the last order; when 'Pagar' is pressed on what the page showed; then a quote or a no.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#backend/eventstore/definition/decider.ts'
import {
  address,
  cancelled,
  expired,
  invoiceRequested,
  keyboardLine,
  padLine,
  paidBy,
  placed,
  shippingAdded,
} from './order.examples.ts'
import { unitDiscount } from './order.limits.ts'
import { order } from './order.ts'
import { type Difference, type Echo, type PricedProduct, type Quote, type QuoteRequest, quote } from './quote.ts'

const keyboard = {
  name: 'Teclado Kyntra 60',
  imageUrl: '/img/products/teclado.webp',
  ...{ priceCents: 1050, vatRate: 2100, internalTaxRate: 0, version: 2, guaranteeMonths: 12, guaranteeBy: 'Kyntra' },
}
const pad = {
  name: 'Alfombrilla Kyntra',
  imageUrl: '/img/products/pad.webp',
  ...{ priceCents: 10, vatRate: 1050, internalTaxRate: 0, version: 1, guaranteeMonths: null, guaranteeBy: null },
}
const sold = (
  product: Omit<PricedProduct, 'isActive' | 'available'>,
  available: number,
  change: Partial<PricedProduct> = {},
): PricedProduct => ({
  ...product,
  isActive: true,
  available,
  ...change,
})
/** The cart of order 9 of order.examples.ts: 2 keyboards at 10.50 and 3 pads at 0.10, 21.30 in all. */
const twoLines = [
  { productId: 3, quantity: 2 },
  { productId: 4, quantity: 3 },
]
const plenty = new Map([
  [3, sold(keyboard, 9)],
  [4, sold(pad, 9)],
])
const beforeHoldEnds = new Date('2026-11-21T12:14:59.999Z')
const holdEnds = new Date('2026-11-21T12:15:00.000Z')
const total: Echo = { totalCents: 2130 }
const seen = (priceCents: number | null, of = 3) => ({ id: of, quantity: 1, priceCents })

function given(about: Partial<Omit<QuoteRequest, 'echo'>>) {
  const pickedUp = { wanted: null, invoice: null, offerFor: () => null, discountPercent: null, maxUnits: 99 }
  const request = { lines: twoLines, products: plenty, lastOrder: null, now: beforeHoldEnds, ...pickedUp, ...about }
  return {
    when(echo: Echo) {
      const press = () => quote({ ...request, echo })
      return {
        // biome-ignore lint/suspicious/noThenProperty: given, when, then is the field's language; nothing awaits it
        then(expected: Quote) {
          expect(press()).toEqual(expected)
        },
        rejects(code: string, details: Record<string, unknown> = {}) {
          expect(press).toThrow(expect.objectContaining({ code, details }))
        },
      }
    },
  }
}

const open = fold(order, [placed])
const bothLines = [keyboardLine, padLine]
const fresh: Quote = { lines: bothLines, shipping: null, open: null, isPlaced: false }

describe('by transfer', () => {
  const less = [
    { ...keyboardLine, discountCents: 105, netCents: 781 },
    { ...padLine, discountCents: 1, netCents: 8 },
  ]
  test('takes the percentage off each unit, whose net price is that of what is left', () =>
    given({ discountPercent: 10 })
      .when({ totalCents: 1917 })
      .then({ ...fresh, lines: less }))

  test('the page has to show it', () =>
    given({ discountPercent: 10 }).when(total).rejects('stale_total', { differences: [], total: 19.17 }))

  test('is an order of its own, though the same cart waits for the wallet; that one ends', () =>
    given({ discountPercent: 0, lastOrder: open })
      .when(total)
      .then({ ...fresh, open, isPlaced: false }))

  test('shipping is free from what the products cost without it', () => {
    const asked: number[] = []
    const offerFor = (subtotalCents: number) => {
      asked.push(subtotalCents)
      return { priceCents: 450, days: 4 }
    }
    const wanted = { address, priceCents: 450, days: 4 }
    given({ discountPercent: 10, wanted, offerFor })
      .when({ totalCents: 2367 })
      .then({ ...fresh, lines: less, shipping: { priceCents: 450, days: 4, address } })
    expect(asked).toEqual([2130])
  })
})

describe('a quote', () => {
  test("has today's names and prices of the lines, in the cart's order", () => given({}).when(total).then(fresh))

  test('takes the last units', () => {
    const products = new Map([
      [3, sold(keyboard, 2)],
      [4, sold(pad, 3)],
    ])
    given({ products }).when(total).then(fresh)
  })

  test('is the same whether the page echoed its lines or not', () => {
    given({})
      .when({ ...total, lines: [seen(1050), seen(10, 4)] })
      .then(fresh)
  })

  test('takes no notice of an echoed line that is not in the cart, nor of one without a price', () => {
    given({})
      .when({ ...total, lines: [seen(99, 77), seen(null)] })
      .then(fresh)
  })

  test('of free products is free', () => {
    const products = new Map([[3, sold(keyboard, 9, { priceCents: 0 })]])
    const lines = [{ productId: 3, quantity: 2 }]
    given({ products, lines })
      .when({ totalCents: 0 })
      .then({ ...fresh, lines: [{ ...keyboardLine, priceCents: 0, netCents: 0 }] })
  })
})

test('an empty cart has no quote', () => given({ lines: [] }).when({ totalCents: 0 }).rejects('cart_empty'))

describe('a line that cannot be sold is named, whatever the total', () => {
  const stock = (available: number): Difference => ({ id: 3, name: keyboard.name, type: 'stock', wanted: 2, available })
  const cases: [what: string, product: PricedProduct | undefined, difference: Difference][] = [
    ['one unit is missing', sold(keyboard, 1), stock(1)],
    ['all units are gone', sold(keyboard, 0), stock(0)],
    ['it is sold no more', sold(keyboard, 9, { isActive: false }), { id: 3, name: keyboard.name, type: 'inactive' }],
    ['there is no such product', undefined, { id: 3, name: '', type: 'inactive' }],
  ]
  test.for(cases)('%s', ([, product, difference]) => {
    const products = new Map([...(product ? [[3, product] as const] : []), [4, sold(pad, 9)] as const])
    for (const echo of [total, { totalCents: 1 }])
      given({ products })
        .when(echo)
        .rejects('cart_changed', { differences: [difference] })
  })

  test('first all of these, then the changed prices of the others', () => {
    const products = new Map([
      [3, sold(keyboard, 1)],
      [4, sold(pad, 9, { priceCents: 15 })],
    ])
    const repriced = { id: 4, name: pad.name, type: 'price', before: 0.1, now: 0.15 }
    given({ products })
      .when({ ...total, lines: [seen(1050), seen(10, 4)] })
      .rejects('cart_changed', { differences: [stock(1), repriced] })
  })

  test('a withdrawn product has no changed price besides', () => {
    const products = new Map([
      [3, sold(keyboard, 9, { isActive: false, priceCents: 9 })],
      [4, sold(pad, 9)],
    ])
    given({ products })
      .when({ ...total, lines: [seen(1050)] })
      .rejects('cart_changed', { differences: [{ id: 3, name: keyboard.name, type: 'inactive' }] })
  })
})

describe('more units of a product than one purchase may hold', () => {
  const most = (products: Map<number, PricedProduct>, maxUnits: number, quantity: number) =>
    given({ products, maxUnits, lines: [{ productId: 3, quantity }] }).when({ totalCents: quantity * 1050 })
  const told = { id: 3, name: keyboard.name, wanted: 7 }

  test('are refused with what is allowed; as many as that are sold', () => {
    const products = new Map([[3, sold(keyboard, 500)]])
    most(products, 6, 7).rejects('cart_changed', { differences: [{ ...told, type: 'max_units', allowed: 6 }] })
    most(products, 7, 7).then({ ...fresh, lines: [{ ...keyboardLine, quantity: 7 }] })
  })

  test('where there are even fewer, the stock is told', () => {
    const stock = (available: number) => ({ differences: [{ ...told, type: 'stock', available }] })
    most(new Map([[3, sold(keyboard, 5)]]), 6, 7).rejects('cart_changed', stock(5))
    most(new Map([[3, sold(keyboard, 6)]]), 6, 7).rejects('cart_changed', stock(6))
    most(new Map([[3, sold(keyboard, 0)]]), 6, 7).rejects('cart_changed', stock(0))
  })

  test('are refused also where an open order holds them', () => {
    const open = fold(order, [placed])
    given({ lastOrder: open, maxUnits: 2 })
      .when(total)
      .rejects('cart_changed', {
        differences: [{ id: 4, name: pad.name, type: 'max_units', wanted: 3, allowed: 2 }],
      })
  })
})

describe('another price or total than the page showed', () => {
  test.for([2129, 2131, 0, -2130, null])('a total of %s cents is refused with the true one', (totalCents) =>
    given({}).when({ totalCents }).rejects('stale_total', { differences: [], total: 21.3 }),
  )

  test('a changed price is named, even if the total happens to fit', () => {
    given({})
      .when({ ...total, lines: [seen(1000)] })
      .rejects('stale_total', {
        differences: [{ id: 3, name: keyboard.name, type: 'price', before: 10, now: 10.5 }],
        total: 21.3,
      })
  })
})

describe('with an order that is still open', () => {
  test('the same cart needs no new one, in whatever order its lines are', () => {
    given({ lastOrder: open }).when(total).then({ lines: bothLines, shipping: null, open, isPlaced: true })
    given({ lastOrder: open, lines: twoLines.toReversed() })
      .when(total)
      .then({ lines: bothLines.toReversed(), shipping: null, open, isPlaced: true })
  })

  test('its own hold counts as available', () => {
    const products = new Map([
      [3, sold(keyboard, 0)],
      [4, sold(pad, 0)],
    ])
    given({ lastOrder: open, products }).when(total).then({ lines: bothLines, shipping: null, open, isPlaced: true })
    const more = [{ productId: 3, quantity: 3 }]
    given({ lastOrder: open, products, lines: more })
      .when({ totalCents: 3150 })
      .rejects('cart_changed', {
        differences: [{ id: 3, name: keyboard.name, type: 'stock', wanted: 3, available: 2 }],
      })
  })

  test('another quantity, product, price or guarantee needs a new one', () => {
    const one = [{ productId: 3, quantity: 1 }]
    const lines = [{ ...keyboardLine, quantity: 1 }]
    given({ lastOrder: open, lines: one })
      .when({ totalCents: 1050 })
      .then({ lines, shipping: null, open, isPlaced: false })
    const [first] = twoLines
    const fewer = first ? [first] : []
    given({ lastOrder: open, lines: fewer })
      .when({ totalCents: 2100 })
      .then({ lines: [keyboardLine], shipping: null, open, isPlaced: false })
    const dearer = new Map([...plenty, [4, sold(pad, 9, { priceCents: 11 })] as const])
    given({ lastOrder: open, products: dearer })
      .when({ totalCents: 2133 })
      .then({
        lines: [keyboardLine, { ...padLine, priceCents: 11, netCents: 10 }],
        shipping: null,
        open,
        isPlaced: false,
      })
    const longer = new Map([...plenty, [4, sold(pad, 9, { guaranteeMonths: 12 })] as const])
    given({ lastOrder: open, products: longer })
      .when(total)
      .then({ lines: [keyboardLine, { ...padLine, guaranteeMonths: 12 }], shipping: null, open, isPlaced: false })
  })

  test('another invoice needs a new one, the same does not', () => {
    const invoice = { kind: 'B', taxId: '28123456' } as const
    const asked = fold(order, [placed, invoiceRequested])
    const histories = [open, asked]
    for (const lastOrder of histories)
      for (const wanted of [null, invoice, { ...invoice, taxId: '28123457' }]) {
        const isPlaced = wanted === (lastOrder === asked ? invoice : null)
        given({ lastOrder, invoice: wanted })
          .when(total)
          .then({ ...fresh, open: lastOrder, isPlaced })
      }
  })

  test('once its hold is over the same cart needs a new one, yet what it holds is still its own', () => {
    const products = new Map([
      [3, sold(keyboard, 0)],
      [4, sold(pad, 0)],
    ])
    given({ lastOrder: open, products, now: holdEnds })
      .when(total)
      .then({ lines: bothLines, shipping: null, open, isPlaced: false })
  })
})

test.for([
  ['paid', paidBy('1')],
  ['cancelled', cancelled],
  ['expired', expired],
] as const)('a last order that is %s holds nothing and is not the order of this cart', ([, end]) => {
  const lastOrder = fold(order, [placed, end])
  given({ lastOrder }).when(total).then(fresh)
  const products = new Map([...plenty, [3, sold(keyboard, 1)] as const])
  given({ lastOrder, products })
    .when(total)
    .rejects('cart_changed', { differences: [{ id: 3, name: keyboard.name, type: 'stock', wanted: 2, available: 1 }] })
})

describe('shipping', () => {
  const offerFor = () => ({ priceCents: 450, days: 4 })
  const freeFrom = (cents: number) => (subtotal: number) => ({ priceCents: subtotal >= cents ? 0 : 450, days: 4 })
  const wanted = { address, priceCents: 450, days: 4 }
  const shipping = { priceCents: 450, days: 4, address }
  const echo: Echo = { totalCents: 2580 }
  const about = { id: 0, name: 'Envío' }

  test('is added to the products, at the price that the page showed', () =>
    given({ offerFor, wanted })
      .when(echo)
      .then({ ...fresh, shipping }))

  test('is offered for what the products come to', () => {
    const free = { ...wanted, priceCents: 0 }
    given({ offerFor: freeFrom(2130), wanted: free })
      .when(total)
      .then({ ...fresh, shipping: { ...shipping, priceCents: 0 } })
    given({ offerFor: freeFrom(2131), wanted: free })
      .when(total)
      .rejects('stale_total', {
        total: 25.8,
        differences: [{ ...about, type: 'shipping', before: 0, now: 4.5, daysBefore: 4, daysNow: 4 }],
      })
  })

  test('at another price, or in more days, is told and not taken', () => {
    const told = { before: 4, now: 4.5, daysBefore: 4, daysNow: 4 }
    given({ offerFor, wanted: { ...wanted, priceCents: 400 } })
      .when({ totalCents: 2530 })
      .rejects('stale_total', { total: 25.8, differences: [{ ...about, type: 'shipping', ...told }] })
    given({ offerFor, wanted: { ...wanted, days: 2 } })
      .when(echo)
      .rejects('stale_total', {
        total: 25.8,
        differences: [{ ...about, type: 'shipping', before: 4.5, now: 4.5, daysBefore: 2, daysNow: 4 }],
      })
  })

  test('to where nothing is shipped any more is told', () =>
    given({ wanted })
      .when(echo)
      .rejects('stale_total', { total: 21.3, differences: [{ ...about, type: 'no_shipping' }] }))

  test('an open order that goes the same way stays; picked up, or to another address, it is placed anew', () => {
    const shipped = fold(order, [placed, shippingAdded])
    given({ lastOrder: shipped, offerFor, wanted })
      .when(echo)
      .then({ lines: bothLines, shipping, open: shipped, isPlaced: true })
    given({ lastOrder: shipped })
      .when(total)
      .then({ ...fresh, open: shipped })
    const elsewhere = { ...address, floor: '' }
    given({ lastOrder: shipped, offerFor, wanted: { ...wanted, address: elsewhere } })
      .when(echo)
      .then({ ...fresh, shipping: { ...shipping, address: elsewhere }, open: shipped })
  })
})

test('a discount is never more than its percentage, and less by no more than a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e14 }), fc.integer({ min: 0, max: 50 }), (priceCents, percent) => {
      const off = unitDiscount(priceCents, percent)
      expect(Number.isInteger(off) && off >= 0 && off <= priceCents).toBe(true)
      const exact = BigInt(priceCents) * BigInt(percent)
      expect(BigInt(off) * 100n <= exact && (BigInt(off) + 1n) * 100n > exact).toBe(true)
    }),
  )
  expect([10, 15, 33].map((percent) => unitDiscount(1999, percent))).toEqual([199, 299, 659])
})
