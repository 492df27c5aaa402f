// The rules of what admins ask of the machinery.
import { expect, test } from 'vitest'
import { fold } from '#backend/eventstore/definition/decider.ts'
import { operation } from './operation.ts'

const asked = {
  operationId: 'a',
  act: 'rebuild',
  target: 'carts',
  key: null,
  position: null,
  reason: null,
} as const
const ended = { operationId: 'a', outcome: 'done', detail: 'Listo.' } as const

test('it is asked for once and ends once; what was never asked for does not end', () => {
  const end = { type: 'EndOperation', ...ended } as const
  const request = { type: 'RequestOperation', ...asked } as const
  expect(operation.decide('unknown', end)).toEqual([])
  const first = operation.decide('unknown', request)
  expect(first).toEqual([{ type: 'OperationRequested', data: asked }])
  expect(operation.decide(fold(operation, first), request)).toEqual([])
  const last = operation.decide(fold(operation, first), end)
  expect(last).toEqual([{ type: 'OperationEnded', data: ended }])
  for (const again of [request, end]) expect(operation.decide(fold(operation, [...first, ...last]), again)).toEqual([])
})
