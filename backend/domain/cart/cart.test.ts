import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { fold } from '#backend/eventstore/definition/decider.ts'
import type { CartEvent } from './cart.events.ts'
import { maxCartLines } from './cart.limits.ts'
import { type Availability, type CartCommand, type CartLine, cart } from './cart.ts'

const added = (productId: number, quantity: number): CartEvent => ({
  type: 'ItemAddedToCart',
  data: { userId: 7, productId, quantity },
})
const add = (productId: number, quantity: number, availability: Availability): CartCommand => ({
  type: 'AddItemToCart',
  userId: 7,
  productId,
  quantity,
  availability,
})
const offered = (available: number): Availability => ({ isActive: true, available })
const withdrawn: Availability = { isActive: false, available: 5 }

const full = Array.from({ length: maxCartLines }, (_, at) => added(100 + at, 1))

describe('a full cart', () => {
  test('takes no further product, and more of those that it has', () => {
    given(cart, ...full)
      .when(add(3, 1, offered(9)))
      .rejects('cart_full')
    given(cart, ...full)
      .when(add(100, 1, offered(9)))
      .then(added(100, 1))
  })
  test('drops from a merge what it has no place for', () => {
    const lines = [100, 3, 4].map((productId) => ({ productId, quantity: 1 }))
    const availability = new Map(lines.map(({ productId }) => [productId, offered(9)]))
    given(cart, ...full.slice(1), added(3, 1))
      .when({ type: 'MergeCart', userId: 7, mergeId: 'm', lines, availability })
      .then({
        type: 'CartMerged',
        data: { userId: 7, mergeId: 'm', lines: [{ productId: 3, quantity: 1 }], dropped: [100, 4] },
      })
  })
})

describe('adding', () => {
  test('a new line within the stock', () =>
    given(cart)
      .when(add(3, 2, offered(2)))
      .then(added(3, 2)))
  test('a new line above the stock is refused and says how many there are', () =>
    given(cart)
      .when(add(3, 3, offered(2)))
      .rejects('out_of_stock', { available: 2 }))
  test('[PROD-10 partial] a line that is there grows without a look at the stock', () =>
    given(cart, added(3, 2))
      .when(add(3, 100_000, offered(0)))
      .then(added(3, 100_000)))
  test('what is not offered cannot be added', () => {
    given(cart)
      .when(add(3, 1, null))
      .rejects('not_found')
    given(cart)
      .when(add(3, 1, withdrawn))
      .rejects('not_found')
  })
})

describe('changing and removing', () => {
  const change = (quantity: number): CartCommand => ({ type: 'ChangeItemQuantity', userId: 7, productId: 3, quantity })
  const remove: CartCommand = { type: 'RemoveItemFromCart', userId: 7, productId: 3 }
  test('a quantity changes; the same quantity is nothing', () => {
    given(cart, added(3, 2))
      .when(change(5))
      .then({ type: 'ItemQuantityChanged', data: { userId: 7, productId: 3, quantity: 5 } })
    given(cart, added(3, 2)).when(change(2)).nothing()
  })
  test('a line is removed, a line that is not there is not found', () => {
    given(cart, added(3, 2))
      .when(remove)
      .then({ type: 'ItemRemovedFromCart', data: { userId: 7, productId: 3 } })
    given(cart).when(remove).rejects('not_found')
    given(cart).when(change(1)).rejects('not_found')
  })
})

describe('merging a browser cart', () => {
  const availability = new Map<number, Availability>([
    [3, offered(1)],
    [4, withdrawn],
  ])
  const merge: CartCommand = {
    type: 'MergeCart',
    userId: 7,
    mergeId: 'one',
    lines: [
      { productId: 3, quantity: 2 },
      { productId: 4, quantity: 1 },
      { productId: 99, quantity: 1 },
      { productId: 3, quantity: 1 },
    ],
    availability,
  }
  const merged: CartEvent = {
    type: 'CartMerged',
    data: { userId: 7, mergeId: 'one', lines: [{ productId: 3, quantity: 3 }], dropped: [4, 99] },
  }
  test('adds up quantities and drops what is not offered', () => given(cart).when(merge).then(merged))
  test('[EVT-09 partial] the same merge twice changes nothing', () => given(cart, merged).when(merge).nothing())
  test('[EVT-09 partial] the same merge changes nothing after others of later devices either', () => {
    const others = Array.from({ length: 19 }, (_, index): CartEvent => {
      return { type: 'CartMerged', data: { userId: 7, mergeId: `later ${index}`, lines: [], dropped: [] } }
    })
    given(cart, merged, ...others)
      .when(merge)
      .nothing()
  })
})

describe('correcting', () => {
  test('cuts lines to what can be sold and removes what cannot', () => {
    const availability = new Map<number, Availability>([
      [3, offered(1)],
      [4, withdrawn],
      [5, offered(9)],
    ])
    const correct: CartCommand = { type: 'CorrectCart', userId: 7, availability, maxUnits: 99 }
    const corrected: CartEvent = {
      type: 'CartCorrected',
      data: { userId: 7, lines: [{ productId: 3, quantity: 1 }], removed: [4] },
    }
    given(cart, added(3, 4), added(4, 1), added(5, 2)).when(correct).then(corrected)
    given(cart, added(3, 4), added(4, 1), added(5, 2), corrected).when(correct).nothing()
  })
})

test('correcting leaves no more units of a product than one purchase may hold', () => {
  const availability = new Map([3, 4, 5].map((id) => [id, offered(id === 4 ? 2 : 500)] as const))
  const correct: CartCommand = { type: 'CorrectCart', userId: 7, availability, maxUnits: 6 }
  const lines = [
    { productId: 3, quantity: 6 },
    { productId: 4, quantity: 2 },
  ]
  const corrected: CartEvent = { type: 'CartCorrected', data: { userId: 7, lines, removed: [] } }
  given(cart, added(3, 7), added(4, 7), added(5, 6)).when(correct).then(corrected)
  given(cart, added(3, 7), added(4, 7), added(5, 6), corrected).when(correct).nothing()
})

describe('the orders that were not paid', () => {
  const started = (orderId: number): CartEvent => ({ type: 'CheckoutStarted', data: { userId: 7, orderId } })
  const ordered = (orderId: number): CartEvent => ({ type: 'CartOrdered', data: { userId: 7, orderId, lines: [] } })
  const unpaid = (...events: CartEvent[]) => fold(cart, events).unpaidOrderIds

  test('are remembered in their order; one that is paid takes those before it with it, not those after', () => {
    expect(unpaid(started(5), started(6), started(9))).toEqual([5, 6, 9])
    expect(unpaid(started(5), started(6), started(9), ordered(6))).toEqual([9])
    expect(unpaid(started(5), ordered(5), ordered(5), started(6))).toEqual([6])
    expect(unpaid(started(5), ordered(4))).toEqual([5])
  })

  test('are the last twenty, if there are more', () => {
    const ids = Array.from({ length: 30 }, (_, nth) => nth + 1)
    expect(unpaid(...ids.map(started))).toEqual(ids.slice(-20))
  })
})

describe('whether an order was ever paid', () => {
  const hasPaid = (...events: CartEvent[]) => fold(cart, events).hasPaid
  const paid = { type: 'TakeOrdered', userId: 7, orderId: 9, lines: [{ productId: 3, quantity: 2 }] } as const

  test('is known from the first one on, also when its cart was emptied meanwhile, and through closed books', () => {
    expect(hasPaid(added(3, 3))).toBe(false)
    const events = cart.decide(fold(cart, []), paid)
    expect(events).toEqual([{ type: 'CartOrdered', data: { userId: 7, orderId: 9, lines: [] } }])
    expect(hasPaid(...events)).toBe(true)
    expect(hasPaid(cart.snapshots?.take?.(fold(cart, events), '7') as CartEvent)).toBe(true)
    expect(cart.decide(fold(cart, events), paid)).toEqual([])
  })
})

describe('ordering', () => {
  test('an empty cart cannot be checked out', () =>
    given(cart).when({ type: 'NotePlacedOrder', userId: 7, orderId: 9 }).rejects('cart_empty'))
  test('what was paid leaves the cart, what was added meanwhile stays', () => {
    const lines = [{ productId: 3, quantity: 2 }]
    const state = fold(cart, [added(3, 3), added(4, 1)])
    const events = cart.decide(state, { type: 'TakeOrdered', userId: 7, orderId: 9, lines })
    expect(fold(cart, [added(3, 3), added(4, 1), ...events]).lines).toEqual([
      { productId: 3, quantity: 1 },
      { productId: 4, quantity: 1 },
    ])
  })
})

test('whatever happens, every line has a positive quantity and stands once', () => {
  const line = fc.record({ productId: fc.integer({ min: 1, max: 4 }), quantity: fc.integer({ min: 1, max: 5 }) })
  const command = fc.oneof(
    line.map(({ productId, quantity }) => add(productId, quantity, offered(9))),
    line.map((one): CartCommand => ({ type: 'ChangeItemQuantity', userId: 7, ...one })),
    line.map(({ productId }): CartCommand => ({ type: 'RemoveItemFromCart', userId: 7, productId })),
    fc.array(line).map((lines): CartCommand => ({ type: 'TakeOrdered', userId: 7, orderId: 1, lines })),
  )
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
      let state = cart.initial
      for (const one of commands) {
        try {
          state = cart.decide(state, one).reduce((before, event) => cart.evolve(before, event), state)
        } catch {
          // a refusal changes nothing
        }
        expect(state.lines.every((own) => own.quantity > 0)).toBe(true)
        expect(new Set(state.lines.map((own) => own.productId)).size).toBe(state.lines.length)
      }
    }),
  )
})

test('[T23 partial] merging adds each offered quantity once, however often it is repeated and whatever was there', () => {
  const lines = fc.array(
    fc.record({ productId: fc.integer({ min: 1, max: 6 }), quantity: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 12 },
  )
  const sums = (all: readonly CartLine[]) => {
    const found = new Map<number, number>()
    for (const { productId, quantity } of all) found.set(productId, (found.get(productId) ?? 0) + quantity)
    return found
  }
  fc.assert(
    fc.property(lines, lines, fc.nat({ max: 3 }), (own, browser, repeats) => {
      const availability = new Map<number, Availability>(
        browser.map(({ productId }) => [productId, productId < 5 ? offered(1) : withdrawn]),
      )
      const merge: CartCommand = { type: 'MergeCart', userId: 7, mergeId: 'one', lines: browser, availability }
      let state = fold(
        cart,
        own.map((line) => added(line.productId, line.quantity)),
      )
      for (let time = 0; time <= repeats; time++)
        state = cart.decide(state, merge).reduce((before, event) => cart.evolve(before, event), state)
      expect(sums(state.lines)).toEqual(sums([...own, ...browser.filter(({ productId }) => productId < 5)]))
    }),
  )
})

test('new books hold the whole cart: its lines, its last order, those that were not paid, and the merges that it remembers', () => {
  const quantity = fc.integer({ min: 1, max: 5 })
  const productId = fc.integer({ min: 1, max: 4 })
  const event = fc.oneof(
    fc.tuple(productId, quantity).map(([id, units]) => added(id, units)),
    productId.map((id): CartEvent => ({ type: 'ItemRemovedFromCart', data: { userId: 7, productId: id } })),
    fc.nat().map((orderId): CartEvent => ({ type: 'CheckoutStarted', data: { userId: 7, orderId } })),
    fc
      .uuid()
      .map((mergeId): CartEvent => ({ type: 'CartMerged', data: { userId: 7, mergeId, lines: [], dropped: [] } })),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const state = fold(cart, events)
      const opened = cart.snapshots?.take?.(state, '7') as CartEvent
      expect(opened.data.userId).toBe(7)
      expect(fold(cart, [opened])).toEqual(state)
      expect(state.mergeIds.length).toBeLessThanOrEqual(20)
    }),
  )
})

describe('an order by transfer', () => {
  const two: CartEvent[] = [added(3, 2), added(4, 1)]
  const holdUntil = '2026-11-24T12:00:00.000Z'
  const note: CartCommand = { type: 'NoteTransfer', userId: 7, orderId: 9, holdUntil: new Date(holdUntil) }
  const lines = [
    { productId: 3, quantity: 2 },
    { productId: 4, quantity: 1 },
  ]
  const started: CartEvent = { type: 'TransferStarted', data: { userId: 7, orderId: 9, holdUntil, lines } }

  test('takes the whole cart along and is not the order that the next purchase replaces', () => {
    given(cart, ...two)
      .when(note)
      .then(started)
    const state = fold(cart, [...two, started])
    expect(state).toMatchObject({
      lines: [],
      unpaidOrderIds: [],
      transfers: [{ orderId: 9, holdUntil }],
      hasPaid: false,
    })
    expect(fold(cart, [cart.snapshots?.take?.(state, '7') as CartEvent])).toEqual(state)
  })

  test('takes nothing of what was added since when it is paid', () => {
    const paid: CartEvent = { type: 'CartOrdered', data: { userId: 7, orderId: 9, lines: [] } }
    given(cart, ...two, started, added(3, 1))
      .when({ type: 'TakeOrdered', userId: 7, orderId: 9, lines: [] })
      .then(paid)
    expect(fold(cart, [...two, started, added(3, 1), paid])).toMatchObject({
      lines: [{ productId: 3, quantity: 1 }],
      hasPaid: true,
    })
  })

  test('of an empty cart is none', () => given(cart).when(note).rejects('cart_empty'))
})
