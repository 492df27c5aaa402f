import { expect, test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import { fold } from '#backend/eventstore/definition/decider.ts'
import type { StockEvent } from './stock.events.ts'
import { stock, stockMove } from './stock.ts'

const adjusted = (delta: number): StockEvent => ({ type: 'StockAdjusted', data: { productId: 3, delta } })
const line = { productId: 3, quantity: 2 }

test('moves by a difference; no difference is nothing', () => {
  given(stock).when({ type: 'AdjustStock', productId: 3, delta: 5 }).then(adjusted(5))
  given(stock, adjusted(5)).when({ type: 'AdjustStock', productId: 3, delta: 0 }).nothing()
})

test('sets what can be sold, beside what is held', () => {
  given(stock, adjusted(5), stockMove('StockHeld', 9, line))
    .when({ type: 'SetAvailable', productId: 3, available: 10 })
    .then(adjusted(7))
  given(stock, adjusted(5), stockMove('StockHeld', 9, line))
    .when({ type: 'SetAvailable', productId: 3, available: 3 })
    .nothing()
})

test('never below what is held', () =>
  given(stock, adjusted(5), stockMove('StockHeld', 9, line))
    .when({ type: 'AdjustStock', productId: 3, delta: -4 })
    .rejects('below_held_stock', { held: 2, onHand: 5 }))

test('a hold is released or consumed', () => {
  const held = [adjusted(5), stockMove('StockHeld', 9, line)]
  expect(fold(stock, held)).toEqual({ onHand: 5, reserved: 2 })
  expect(fold(stock, [...held, stockMove('StockReleased', 9, line)])).toEqual({ onHand: 5, reserved: 0 })
  expect(fold(stock, [...held, stockMove('StockConsumed', 9, line)])).toEqual({ onHand: 3, reserved: 0 })
  const returned = [stockMove('StockConsumed', 9, line), stockMove('StockReturned', 9, line)]
  expect(fold(stock, [...held, ...returned])).toEqual({ onHand: 5, reserved: 0 })
})
