import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { copiesEntry, openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { ClaimTaken, GuardRefused, VersionConflict } from './append-entry.ts'
import { batches } from './telemetry.ts'

const versionsOf = (events: readonly { version: number }[] | undefined) => (events ?? []).map((event) => event.version)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('expected versions', () => {
  test('a stream is created once, and a second creator is told of the conflict', async ({ core: { store } }) => {
    await store.append(reading(1, 0))
    await expect(store.append(reading(1, 0))).rejects.toThrow(VersionConflict)
    await store.append(reading(1, 1))
    await expect(store.append(reading(1, 1))).rejects.toMatchObject({ stream: 'member-1', expected: 1 })
    expect(versionsOf((await store.readStreams(['member-1'])).get('member-1'))).toEqual([1, 2])
  })

  test('of two stores that create one stream at once, exactly one does', async ({ core: { store }, databaseUrl }) => {
    const second = await openStore(databaseUrl)
    try {
      for (let round = 0; round < 20; round++) {
        const results = await Promise.allSettled([
          store.append(reading(100 + round, 0)),
          second.store.append(reading(100 + round, 0)),
        ])
        expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
      }
    } finally {
      await second.close()
    }
  })

  test('[EVT-16 partial] 20 appends to one stream at once leave neither gap nor repeat', async ({
    core: { store },
  }) => {
    await Promise.all(Array.from({ length: 20 }, () => store.append(reading(2, null))))
    expect(versionsOf((await store.readStreams(['member-2'])).get('member-2'))).toEqual(upTo(20))
  })
})

describe('one entry', () => {
  test('with a command id that was accepted is not appended again', async ({ core: { store } }) => {
    const entry = reading(3, null, 2)
    const first = await store.append(entry)
    expect(await store.append(entry)).toEqual({ position: first.position, duplicate: true })
    const again = await Promise.all([store.append(entry), store.append(entry), store.append(reading(4, null))])
    expect(again.map((outcome) => outcome.duplicate)).toEqual([true, true, false])
    expect(versionsOf((await store.readStreams(['member-3'])).get('member-3'))).toEqual([1, 2])
  })

  test('that is refused leaves the others of its batch', async ({ core: { store } }) => {
    const results = await Promise.allSettled([
      store.append(reading(5, 0)),
      store.append(reading(6, 7)),
      store.append(copiesEntry('CopiesLent', 77, 1)),
      store.append(reading(7, 0, 3)),
    ])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect((await store.readStreams(['member-6'])).get('member-6')).toEqual([])
    expect((await store.readStreams(['member-7'])).get('member-7')).toHaveLength(3)
  })

  test('that is refused leaves no hole between the others of its batch', async ({ core: { store } }) => {
    const before = await store.head()
    const results = await Promise.allSettled([
      store.append(reading(30, 0, 3)),
      store.append(reading(31, 9, 2)),
      store.append(reading(32, null, 2)),
    ])
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value.position : null))).toEqual([
      before + 3,
      null,
      before + 5,
    ])
    const stored = await store.readAfter(before, 10)
    expect(versionsOf(stored)).toEqual([1, 2, 3, 1, 2])
    expect(stored.map((row) => row.pos - before)).toEqual(upTo(5))
  })

  test('over several streams is appended whole or not at all', async ({ core: { store } }) => {
    const both = { ...reading(8, 0), writes: [...reading(8, 0).writes, ...reading(9, 5).writes] }
    await expect(store.append(both)).rejects.toThrow(VersionConflict)
    expect((await store.readStreams(['member-8'])).get('member-8')).toEqual([])
  })

  test('equal claims at once need a few round trips, and the first that may have the value gets it', async ({
    core: { store },
  }) => {
    const claimant = (memberId: number, expected: number | null) => ({
      ...reading(memberId, expected),
      claims: [{ scope: 'card' as const, key: Buffer.from('equal'), stream: `member-${memberId}` as const }],
    })
    let roundTrips = 0
    const count = () => roundTrips++
    batches.start.subscribe(count)
    const late = claimant(8999, 7)
    const results = await Promise.allSettled(
      [late, ...Array.from({ length: 600 }, (_, index) => claimant(9000 + index, null))].map((entry) =>
        store.append(entry),
      ),
    ).finally(() => batches.start.unsubscribe(count))
    const refusals = results.map((result) => (result.status === 'rejected' ? result.reason.constructor : null))
    expect(refusals).toEqual([VersionConflict, null, ...Array.from({ length: 599 }, () => ClaimTaken)])
    expect(roundTrips).toBeLessThan(20)
  })

  test('claims a unique value for one stream only, also in a race', async ({ core: { store }, databaseUrl }) => {
    const second = await openStore(databaseUrl)
    const claimant = (memberId: number) => ({
      ...reading(memberId, null),
      claims: [{ scope: 'card' as const, key: Buffer.from('k'), stream: `member-${memberId}` as const }],
    })
    try {
      const results = await Promise.allSettled(
        [10, 11, 12, 13].map((id) => (id % 2 ? store : second.store).append(claimant(id))),
      )
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ClaimTaken)
    } finally {
      await second.close()
    }
  })
})

describe('the guard of numbers', () => {
  test('lends 10 copies to 10 of 50 members from two stores', async ({ core: { store }, databaseUrl }) => {
    const second = await openStore(databaseUrl)
    try {
      await store.append(copiesEntry('CopiesCounted', 1, 10))
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 ? store : second.store).append(copiesEntry('CopiesLent', 1, 1, index + 1)),
        ),
      )
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10)
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(GuardRefused)
      expect((await store.readGuarded([1])).get(1)).toEqual({ total: 10, taken: 10 })
    } finally {
      await second.close()
    }
  })

  test('lends all books of an entry or none', async ({ core: { store } }) => {
    await store.append(copiesEntry('CopiesCounted', 2, 5))
    const entry = {
      ...copiesEntry('CopiesLent', 2, 2),
      writes: [...copiesEntry('CopiesLent', 2, 2).writes, ...copiesEntry('CopiesLent', 3, 1).writes],
    }
    await expect(store.append(entry)).rejects.toMatchObject({ key: 3 })
    expect((await store.readGuarded([2])).get(2)).toEqual({ total: 5, taken: 0 })
  })
})

describe('the order of the log', () => {
  test('[F9] has no hole and no inversion for a reader beside 16 writers, with a transaction held open elsewhere', async ({
    core: { store, pool },
    databaseUrl,
  }) => {
    const idle = await pool.connect()
    await idle.query('begin')
    await idle.query(
      'insert into es.dead_letters (projection, generation, key, pos, error) values ($1, 0, $2, 1, $3)',
      ['test', randomUUID(), 'held open'],
    )
    const second = await openStore(databaseUrl)
    const start = await store.head()
    const seen: number[] = []
    let writing = true
    const reader = (async () => {
      for (let position = start; writing || position < (await store.head()); ) {
        const page = await store.readAfter(position, 500) // throws where a position is missing
        seen.push(...page.map((row) => row.pos))
        position = page.at(-1)?.pos ?? position
      }
    })()
    try {
      await Promise.all(
        Array.from({ length: 16 }, async (_, writer) => {
          for (let round = 0; round < 20; round++)
            await (writer % 2 ? store : second.store).append(reading(1000 + writer, null, 5))
        }),
      )
      writing = false
      await reader
      expect(seen).toEqual(Array.from({ length: 16 * 20 * 5 }, (_, index) => start + index + 1))
    } finally {
      await idle.query('rollback')
      idle.release()
      await second.close()
    }
  })
})

describe('privileges', () => {
  test('[T47] [EVT-15] the application can neither change, remove, empty nor write past es.append', async ({
    core: { pool, store },
  }) => {
    await store.append(reading(50, null))
    for (const sql of [
      'update es.events set version = 9',
      'delete from es.events',
      'truncate es.events',
      'insert into es.events select 999999, stream_id, 999, type, 1, data, meta, at from es.events limit 1',
      'update es.guards set total = 99',
      'delete from es.streams',
    ])
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('[T47 partial] the owner is refused by the trigger', async ({ owner }) => {
    for (const sql of ['update es.events set version = 9', 'delete from es.events', 'truncate es.events'])
      await expect(owner.query(sql)).rejects.toThrow('append-only')
  })
})
