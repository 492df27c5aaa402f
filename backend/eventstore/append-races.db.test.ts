import { describe, expect } from 'vitest'
import { VersionConflict } from './append-entry.ts'
import { whileHeld } from './locks.examples.ts'
import { additions, openStore, stockEntry } from './store.examples.ts'
import { test } from './store-fixture.ts'

/** Lets two appends go on only when both have looked and one stands before the order lock. */
const together = <T>(databaseUrl: string, appends: () => Promise<T>[]) =>
  whileHeld(databaseUrl, { lock: 'select pg_advisory_xact_lock(4242)', waiting: 'gamertech append', count: 2 }, () =>
    Promise.allSettled(appends()),
  )

describe('two stores at the same instant', () => {
  test('count the first units of a new product together', async ({ core: { store }, databaseUrl }) => {
    const second = await openStore(databaseUrl)
    try {
      await together(databaseUrl, () => [
        store.append(stockEntry('StockAdjusted', 1, 10)),
        second.store.append(stockEntry('StockAdjusted', 1, 5)),
      ])
      expect((await store.readStock([1])).get(1)).toEqual({ onHand: 15, reserved: 0 })
    } finally {
      await second.close()
    }
  })

  test('create one stream once, and one command once', async ({ core: { store }, databaseUrl }) => {
    const second = await openStore(databaseUrl)
    try {
      const created = await together(databaseUrl, () => [
        store.append(additions(1, 0)),
        second.store.append(additions(1, 0)),
      ])
      expect(created.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
      const entry = additions(2, 0, 2)
      const repeated = await together(databaseUrl, () => [store.append(entry), second.store.append(entry)])
      const outcomes = repeated.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))
      expect(outcomes.filter((outcome) => outcome.duplicate)).toHaveLength(1)
      expect(new Set(outcomes.map((outcome) => outcome.position)).size).toBe(1)
      expect((await store.readStreams(['cart-2'])).get('cart-2')).toHaveLength(2)
    } finally {
      await second.close()
    }
  })
})

test('a repeated command answers its position although its version is long past', async ({ core: { store } }) => {
  const entry = additions(3, 0)
  const { position } = await store.append(entry)
  await store.append(additions(3, 1))
  const shouted = { ...entry, commandId: entry.commandId.toUpperCase() }
  for (const again of [entry, shouted]) expect(await store.append(again)).toEqual({ position, duplicate: true })
  await expect(store.append(additions(3, 0))).rejects.toThrow(VersionConflict)
})

test('an entry that the database cannot hold takes none of its batch with it', async ({ core: { store } }) => {
  const results = await Promise.allSettled([
    store.append(additions(5, 0)),
    store.append(stockEntry('StockAdjusted', 5, 2 ** 40)),
    store.append({ ...additions(6, 0), commandId: 'no uuid' }),
    store.append(additions(7, 0)),
  ])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect([...(await store.readStreams(['cart-5', 'cart-7'])).values()].map((events) => events.length)).toEqual([1, 1])
})
