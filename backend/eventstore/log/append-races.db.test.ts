import { describe, expect } from 'vitest'
import { whileHeld } from '#backend/eventstore/testing/held-lock.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { copiesEntry, openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { VersionConflict } from './append-entry.ts'

/** Lets two appends go on only when both have looked and one stands before the order lock. */
const together = <T>(databaseUrl: string, appends: () => Promise<T>[]) =>
  whileHeld(databaseUrl, { lock: 'select pg_advisory_xact_lock(4242)', waiting: 'gamertech append', count: 2 }, () =>
    Promise.allSettled(appends()),
  )

describe('two stores at the same instant', () => {
  test('count the first units of a new book together', async ({ core: { store }, databaseUrl }) => {
    const second = await openStore(databaseUrl)
    try {
      await together(databaseUrl, () => [
        store.append(copiesEntry('CopiesCounted', 1, 10)),
        second.store.append(copiesEntry('CopiesCounted', 1, 5)),
      ])
      expect((await store.readGuarded([1])).get(1)).toEqual({ total: 15, taken: 0 })
    } finally {
      await second.close()
    }
  })

  test('create one stream once, and one command once', async ({ core: { store }, databaseUrl }) => {
    const second = await openStore(databaseUrl)
    try {
      const created = await together(databaseUrl, () => [
        store.append(reading(1, 0)),
        second.store.append(reading(1, 0)),
      ])
      expect(created.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
      const entry = reading(2, 0, 2)
      const repeated = await together(databaseUrl, () => [store.append(entry), second.store.append(entry)])
      const outcomes = repeated.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))
      expect(outcomes.filter((outcome) => outcome.duplicate)).toHaveLength(1)
      expect(new Set(outcomes.map((outcome) => outcome.position)).size).toBe(1)
      expect((await store.readStreams(['member-2'])).get('member-2')).toHaveLength(2)
    } finally {
      await second.close()
    }
  })
})

test('a repeated command answers its position although its version is long past', async ({ core: { store } }) => {
  const entry = reading(3, 0)
  const { position } = await store.append(entry)
  await store.append(reading(3, 1))
  const shouted = { ...entry, commandId: entry.commandId.toUpperCase() }
  for (const again of [entry, shouted]) expect(await store.append(again)).toEqual({ position, duplicate: true })
  await expect(store.append(reading(3, 0))).rejects.toThrow(VersionConflict)
})

test('an entry that the database cannot hold takes none of its batch with it', async ({ core: { store } }) => {
  const results = await Promise.allSettled([
    store.append(reading(5, 0)),
    store.append(copiesEntry('CopiesCounted', 5, 2 ** 40)),
    store.append({ ...reading(6, 0), commandId: 'no uuid' }),
    store.append(reading(7, 0)),
  ])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect([...(await store.readStreams(['member-5', 'member-7'])).values()].map((events) => events.length)).toEqual([
    1, 1,
  ])
})

test('16 writers of two stores with entries of every size: read afterwards, nothing is missed and nothing doubled', async ({
  core: { store },
  databaseUrl,
}) => {
  const second = await openStore(databaseUrl)
  const start = await store.head()
  const written: string[] = []
  try {
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let round = 0; round < 25; round++) {
          const count = [1, 5, 40][round % 3] ?? 1
          const entry = reading(2000 + ((writer + round) % 20), null, count)
          const { position } = await (writer % 2 ? store : second.store).append(entry)
          for (let nth = 0; nth < count; nth++) written.push(`${position - nth} ${entry.writes[0]?.stream}`)
        }
      }),
    )
  } finally {
    await second.close()
  }
  const read: string[] = []
  const lastVersion = new Map<string, number>()
  for (let position = start; ; ) {
    const page = await store.readAfter(position, 700)
    for (const event of await store.codec.decode(page, { unseal: false })) {
      read.push(`${event.position} ${event.stream}`)
      expect(event.version).toBe((lastVersion.get(event.stream) ?? 0) + 1)
      lastVersion.set(event.stream, event.version)
    }
    const last = page.at(-1)?.pos
    if (last === undefined) break
    position = last
  }
  const byPosition = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10)
  expect(read).toEqual(written.sort(byPosition))
})
