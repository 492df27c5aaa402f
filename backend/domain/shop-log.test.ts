import { expect, test } from 'vitest'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { shopLog } from './shop-log.ts'

test('the codes and numbers in stored rows stay as they are', () => {
  expect(Object.entries(shopLog.categories).map(([name, { code }]) => [code, name])).toEqual([
    [1, 'user'],
    [2, 'product'],
    [3, 'stock'],
    [4, 'cart'],
    [5, 'order'],
    [6, 'payment'],
    [8, 'notification'],
    [7, 'review'],
    [9, 'operation'],
    [10, 'audit'],
    [11, 'synonyms'],
    [12, 'delivery'],
    [13, 'batch'],
    [14, 'seller'],
    [18, 'pricing'],
    [20, 'schema'],
    [21, 'sku'],
    [22, 'cost'],
    [16, 'transfer'],
    [17, 'movement'],
  ])
  expect(shopLog.claimScopes).toEqual({ email: 1, google: 2 })
})

test('stored stream ids stay as they are', () => {
  expect(streamUuid(shopLog, 'cart-7')).toBe('00040000-0000-8000-8007-000000000000')
  expect(streamUuid(shopLog, 'review-12:40')).toBe('00070000-0000-8000-800c-000000000028')
  expect(streamUuid(shopLog, 'notification-abc')).toBe('0008ffff-ba78-816b-8f8f-01cfea414140')
})
