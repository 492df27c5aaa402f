// A batch whose process dies in the middle is finished by another, and nothing of it is done twice; so is its undo.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, vi } from 'vitest'
import { recordBatch } from '#backend/commands/changes.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { openTestCore, test } from '#backend/testing/core-fixture.ts'
import { listItems, type PlannedItem, storeItems } from './batch-items.ts'
import { findBatch, storeDraft, takeStep } from './batch-work.ts'
import { type BatchParts, runBatch } from './run-batch.ts'

type Core = Awaited<ReturnType<typeof openTestCore>>
const actor: ShopActor = 'operator'
const settings = { file: null, rule: null }
const product = {
  ...unsaid,
  category: 'Mouse',
  description: 'Nuevo',
  imageUrl: '/img/a.webp',
  pictures: [{ url: '/img/a.webp', alt: '' }],
  priceCents: 500,
  vatRate: 1050,
  internalTaxRate: 0,
  stock: 3,
  isActive: true,
}
const items = Array.from({ length: 12 }, (_, at): PlannedItem => {
  const name = `Producto ${at}`
  return { nth: at + 1, productId: null, name, kind: 'create', change: { after: { ...product, name } } }
})

const partsOf = ({ pool, store }: Core): BatchParts => ({ pool, store, currency: 'ARS', mayChange: async () => true })

/** The process that writes down what became of the first products dies at it: they are done, and nobody knows. */
async function dieAtFirstEnding({ pool }: Core, work: () => Promise<void>): Promise<void> {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>
  const spy = vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    if (String(args[0]).includes('update batch.items')) throw new Error('the process died')
    return query(...args)
  }) as never)
  await expect(work()).rejects.toThrow('the process died')
  spy.mockRestore()
}

async function added({ pool }: Core, id: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from es.events e join es.event_types t on t.id = e.type
     where t.name = $2 and e.meta->>'correlation' = $1`,
    [id, 'ProductAdded'],
  )
  return rows[0]?.count ?? 0
}

test('what a process left in the middle another one finishes, each product once, and takes back', async ({
  core,
  databaseUrl,
}) => {
  const { pool, store } = core
  const id = randomUUID()
  await storeDraft(pool, { id, kind: 'import', actor, title: 'lista.csv', settings })
  await storeItems(pool, id, items)
  const request = { type: 'RequestBatch', batchId: id, kind: 'import', title: 'lista.csv', reason: 'Nuevos' } as const
  const context = { actor, correlation: id }
  const { position } = await recordBatch(store, context, { ...request, creates: 12, changes: 0, scheduledFor: null })
  expect(await takeStep(pool, id, { from: ['draft'], to: 'waiting', position })).toBe(true)
  await dieAtFirstEnding(core, () => runBatch(partsOf(core), id))
  expect([await added(core, id), (await findBatch(pool, id))?.counts.done]).toEqual([5, 0])

  const other = await openTestCore(databaseUrl)
  await Promise.all([runBatch(partsOf(other), id), runBatch(partsOf(core), id)])
  expect(await findBatch(pool, id)).toMatchObject({ state: 'applied', counts: { done: 12, failed: 0, planned: 0 } })
  expect(await added(core, id)).toBe(12)
  const { items: shown } = await listItems(pool, id, { part: 'create', page: 1 })
  expect(new Set(shown.map(({ productId }) => productId)).size).toBe(12)

  const undoing = await recordBatch(store, context, { type: 'UndoBatch', batchId: id, reason: 'Otra lista' })
  await takeStep(pool, id, { from: ['applied'], to: 'undoing', position: undoing.position })
  await dieAtFirstEnding(core, () => runBatch(partsOf(core), id))
  await runBatch(partsOf(other), id)
  await runBatch(partsOf(other), id)
  expect(await findBatch(pool, id)).toMatchObject({ state: 'undone', counts: { undone: 12, kept: 0 } })
  await other.close()
})
