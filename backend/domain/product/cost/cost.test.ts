import { test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import type { CostEvent } from './cost.events.ts'
import { type CostCommand, cost } from './cost.ts'

const changed = (revision: number, costCents: number | null): CostEvent => ({
  type: 'ProductCostChanged',
  data: { productId: 3, revision, costCents, currency: 'ARS' },
})
const change = (seen: number, costCents: number | null): CostCommand => ({
  type: 'ChangeCost',
  ...{ productId: 3, costCents, currency: 'ARS', seen },
})

test('a cost is told, changed and taken back on the revision that was seen; the same again is nothing', () => {
  given(cost).when(change(0, null)).nothing()
  given(cost).when(change(0, 500)).then(changed(1, 500))
  given(cost, changed(1, 500)).when(change(0, 500)).nothing()
  given(cost, changed(1, 500)).when(change(0, 600)).rejects('product_changed')
  given(cost, changed(1, 500)).when(change(1, 600)).then(changed(2, 600))
  given(cost, changed(1, 500)).when(change(1, null)).then(changed(2, null))
})
