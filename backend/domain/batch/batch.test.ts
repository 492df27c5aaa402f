// The steps of a batch, and the rules for prices.
import { expect, test } from 'vitest'
import { fold } from '#backend/eventstore/definition/decider.ts'
import type { BatchEvent } from './batch.events.ts'
import { type BatchCommand, batch } from './batch.ts'
import { newPrice, ruleText } from './price-rule.ts'

const batchId = 'a'
const commands = {
  request: {
    type: 'RequestBatch',
    batchId,
    kind: 'import',
    title: 'lista.csv',
    reason: 'Nuevo proveedor',
    creates: 1,
    changes: 2,
    scheduledFor: null,
  },
  cancel: { type: 'CancelBatch', batchId, reason: null },
  end: { type: 'EndBatch', batchId, done: 3, failed: 0, left: 0 },
  undo: { type: 'UndoBatch', batchId, reason: 'Era la lista de mayo' },
  endUndo: { type: 'EndUndo', batchId, done: 2, kept: 1 },
} as const satisfies Record<string, BatchCommand>

test('each step is taken once and in its order; whatever else is asked leads to nothing', () => {
  for (const order of [
    ['request', 'end', 'undo', 'endUndo'],
    ['request', 'cancel'],
  ] as const) {
    const history: BatchEvent[] = []
    for (const next of order) {
      const state = fold(batch, history)
      const possible = (Object.keys(commands) as (keyof typeof commands)[]).filter(
        (name) => batch.decide(state, commands[name]).length > 0,
      )
      expect(possible).toContain(next)
      expect(possible.filter((name) => name !== next && name !== 'cancel' && name !== 'end')).toEqual([])
      history.push(...batch.decide(state, commands[next]))
    }
    for (const command of Object.values(commands)) expect(batch.decide(fold(batch, history), command)).toEqual([])
  }
})

test('a price changes by a part of itself or by an amount, and is rounded to the nearest', () => {
  const by = (
    value: number,
    rounding: Parameters<typeof newPrice>[1]['rounding'] = 'none',
    how: 'percent' | 'amount' = 'percent',
  ) => newPrice(123_456, { by: how, value, rounding })
  expect([by(10), by(-10), by(12.55), by(0.01), by(-100)]).toEqual([135_802, 111_110, 138_950, 123_468, 0])
  expect([by(5.5, 'none', 'amount'), by(-2000, 'none', 'amount')]).toEqual([124_006, -76_544])
  expect([by(10, 'unit'), by(10, 'ten'), by(10, 'hundred'), by(10, 'ninetyNine')]).toEqual([
    135_800, 136_000, 140_000, 135_799,
  ])
  expect(newPrice(1_000_000_000_00, { by: 'percent', value: 1000, rounding: 'none' })).toBe(11_000_000_000_00)
  expect(ruleText({ by: 'percent', value: -12.5, rounding: 'ten' })).toBe('−12,5 %, a la decena')
  expect(ruleText({ by: 'amount', value: 1500, rounding: 'none' })).toBe('+U$S 1.500')
})
