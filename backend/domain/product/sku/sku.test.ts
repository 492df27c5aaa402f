import { test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import type { SkuEvent } from './sku.events.ts'
import { type SkuCommand, sku } from './sku.ts'

const data = { sku: 'MON-27', productId: 3 }
const take: SkuCommand = { type: 'TakeSku', ...data }
const [taken, freed]: [SkuEvent, SkuEvent] = [
  { type: 'SkuTaken', data },
  { type: 'SkuFreed', data },
]

test('a SKU belongs to one product until it leaves it to others', () => {
  given(sku).when(take).then(taken)
  given(sku, taken).when(take).nothing()
  given(sku, taken)
    .when({ ...take, productId: 4 })
    .rejects('sku_in_use', { sku: 'MON-27', productId: 3 })
  given(sku, taken)
    .when({ ...take, type: 'FreeSku' })
    .then(freed)
  given(sku, taken)
    .when({ ...take, type: 'FreeSku', productId: 4 })
    .nothing()
  given(sku, taken, freed)
    .when({ ...take, productId: 4 })
    .then({ type: 'SkuTaken', data: { ...data, productId: 4 } })
})
