// Faults that event stores on PostgreSQL are known to have; each is tried here and must not be ours.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { whileHeld } from './held-lock.ts'
import { library } from './library/library.ts'
import { member } from './library/member.ts'
import { test } from './store-fixture.ts'
import type { Core } from './test-store.ts'
import { copiesEntry, openStore, reading } from './test-store.ts'

const waiters = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

const orderLock = { lock: 'select pg_advisory_xact_lock(4242)', waiting: 'gamertech append', count: 1 }

describe('writing', () => {
  test('a second creator of a stream is refused, and told the true version', async ({
    core: { store },
    databaseUrl,
  }) => {
    const other = await openStore(databaseUrl)
    try {
      await store.append(reading(1, 0, 3))
      for (const second of [store, other.store]) {
        const conflict = { name: 'VersionConflict', stream: 'member-1', expected: 0, actual: 3 }
        await expect(second.append(reading(1, 0))).rejects.toMatchObject(conflict)
      }
      await expect(store.append(reading(1, 7))).rejects.toMatchObject({ expected: 7, actual: 3 })
      await expect(store.append(reading(2, 1))).rejects.toMatchObject({ expected: 1, actual: 0 })
    } finally {
      await other.close()
    }
  })

  test('a stream that is held absent was not created meanwhile', async ({ core: { store }, owner, databaseUrl }) => {
    const held = {
      ...reading(10, 0),
      writes: [...reading(10, 0).writes, { stream: 'member-11' as const, expected: 0, events: [] }],
    }
    const created = streamUuid(library, 'member-11')
    const release = `insert into es.streams values ('${created}', 1, 1)` // after the one that waits has looked
    const late = await whileHeld(databaseUrl, { ...orderLock, release }, async () =>
      store.append(held).catch((error: unknown) => error),
    )
    expect(late).toMatchObject({ name: 'VersionConflict', stream: 'member-11', actual: 1 })
    await owner.query('delete from es.streams where id = $1', [created])
  })

  test('a stream that many hold is locked by none of them, and refuses them if it has changed by their turn', async ({
    core: { store },
    owner,
    databaseUrl,
  }) => {
    await store.append(reading(40, 0))
    const holding = (memberId: number) => ({
      ...reading(memberId, 0),
      writes: [...reading(memberId, 0).writes, { stream: 'member-40' as const, expected: 1, events: [] }],
    })
    const client = await owner.connect()
    const changed = streamUuid(library, 'member-40')
    await client.query('begin')
    await client.query('update es.streams set version = 2 where id = $1', [changed])
    await store.append(holding(41))
    await client.query('rollback')
    client.release()
    const release = `update es.streams set version = 2 where id = '${changed}'`
    const late = await whileHeld(databaseUrl, { ...orderLock, release }, async () =>
      store.append(holding(42)).catch((error: unknown) => error),
    )
    expect(late).toMatchObject({ name: 'VersionConflict', stream: 'member-40', expected: 1, actual: 2 })
    await owner.query('update es.streams set version = 1 where id = $1', [changed])
  })

  test('a refused entry leaves alone the copies that another process counts', async ({ core, owner, databaseUrl }) => {
    const other = await openStore(databaseUrl)
    try {
      const [received, appended, refused] = await whileHeld(databaseUrl, { ...orderLock, count: 2 }, async () => {
        const first = other.store.append(copiesEntry('CopiesCounted', 1, 5)) // has made the row, and nobody sees it yet
        await expect.poll(async () => (await owner.query(waiters)).rowCount).toBe(1)
        return Promise.allSettled([
          first,
          core.store.append(reading(12, 0)),
          core.store.append(copiesEntry('CopiesLent', 1, 9)),
        ])
      })
      expect([received.status, appended.status, refused.status]).toEqual(['fulfilled', 'fulfilled', 'rejected'])
      expect((await core.store.readGuarded([1])).get(1)).toEqual({ total: 5, taken: 0 })
    } finally {
      await other.close()
    }
  })

  test('no version conflict reaches whoever sends 64 commands to one stream at once, from two processes', async ({
    core: { store },
    databaseUrl,
  }) => {
    const other = await openStore(databaseUrl)
    const context = { actor: 'member:20', correlation: '00000000-0000-4000-8000-000000000000' } as const
    const command = { type: 'ReadPages', memberId: 20, bookId: 1, pages: 1 } as const
    try {
      const send = (to: EventStore) => handleCommand(to, context, member, 20, command)
      await Promise.all(Array.from({ length: 64 }, (_, index) => send(index % 2 ? store : other.store)))
      const history = (await store.readStreams(['member-20'])).get('member-20') ?? []
      expect(history.map(({ version }) => version)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1))
    } finally {
      await other.close()
    }
  })
})

describe('reading what 16 writers wrote at once', () => {
  test.for([100, 5])(
    '%i events an append: 0 missed, 0 doubled, beside them and afterwards',
    async (count, { core, databaseUrl }) => {
      const other = await openStore(databaseUrl)
      const start = await core.store.head()
      let writing = true
      const beside = readTo(core, start, () => !writing)
      try {
        await Promise.all(
          Array.from({ length: 16 }, async (_, writer) => {
            const { store } = writer % 2 ? core : other
            for (let round = 0; round < 1000 / count / 2; round++)
              await store.append(reading(3000 + writer, null, count))
          }),
        )
      } finally {
        writing = false
        await other.close()
      }
      const wanted = Array.from({ length: 16 * 500 }, (_, index) => start + index + 1)
      expect(await beside).toEqual(wanted)
      expect(await readTo(core, start, () => true)).toEqual(wanted)
    },
  )
})

/** Positions after `start` as a reader that polls finds them, until it is at the end and `isLast`. */
async function readTo({ store }: Core, start: number, isLast: () => boolean): Promise<number[]> {
  const seen: number[] = []
  for (;;) {
    const last = isLast()
    const page = await store.readAfter(seen.at(-1) ?? start, 100)
    seen.push(...page.map((row) => row.pos))
    if (page.length > 0) continue
    if (last) return seen
    await sleep(1)
  }
}
