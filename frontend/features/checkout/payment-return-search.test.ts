// Reading the provider's return address.
import { expect, test } from 'vitest'
import { readPaymentReturn } from './payment-return-search.ts'

test('order and payment are read, all else is left aside', () => {
  expect(readPaymentReturn({ order: '12', payment_id: '987', status: 'approved' })).toEqual({
    order: 12,
    payment_id: '987',
  })
})

test('what the provider does not know, and what makes no sense, is absent', () => {
  expect(readPaymentReturn({ order: '12', payment_id: 'null' })).toEqual({ order: 12 })
  expect(readPaymentReturn({ order: '-1', payment_id: '../x' })).toEqual({})
})
