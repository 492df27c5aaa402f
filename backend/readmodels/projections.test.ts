import { expect, test } from 'vitest'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { projections, type ReadModelName } from './projections.ts'

test('no two read models have one name', () => {
  const names = projections.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('a name that no read model has does not compile', () => {
  expect(neverRun).toBeTypeOf('function') // the check of the types fails if the line below the @ts-expect-error compiles
})

function neverRun(positions: Positions<ReadModelName>): unknown {
  return [
    positions.waitFor(['carts', 'orders'], 1),
    // @ts-expect-error a misspelled name
    positions.waitFor(['carts', 'ordres'], 1),
  ]
}
