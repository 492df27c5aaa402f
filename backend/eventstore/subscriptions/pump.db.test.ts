import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { rebuild } from '#backend/eventstore/projections/rebuild.ts'
import { startChild } from '#backend/eventstore/testing/child-process.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, openOwnerPool, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import type { Core } from '#backend/eventstore/testing/test-store.ts'
import { openStore, reading } from '#backend/eventstore/testing/test-store.ts'

const fail = (problem: { message: string }) => {
  throw new Error(problem.message)
}
const silent = () => undefined
const differences = (core: Core) => differencesOf(core.pool, core.store, membersProjection)

async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL')
  await once(process, 'exit')
}

/** Fails for member 666, and makes a row that the table refuses for member 667. */
const broken = {
  ...membersProjection,
  evolve: (...[row, event, key]: Parameters<typeof membersProjection.evolve>) => {
    if (key.member_id === 666) throw new Error('unreadable')
    return key.member_id === 667
      ? { member_id: 667, books: null, last_finished: null }
      : membersProjection.evolve(row, event, key)
  },
}

describe('the pump', () => {
  test('folds what was appended and wakes without waiting for its poll', async ({ core }) => {
    const pump = await startPump(core, fail)
    await core.store.append(reading(1, 0, 2, 3))
    await caughtUp(core)
    const delays: number[] = []
    for (let round = 0; round < 20; round++) {
      const { position } = await core.store.append(reading(1, null))
      const started = performance.now()
      expect(await core.positions.waitFor(['members'], position)).toBe(true)
      delays.push(performance.now() - started)
    }
    expect(delays.sort((a, b) => a - b)[10]).toBeLessThan(300) // the poll alone would take a second
    const row = await core.db.selectFrom('rm.members').selectAll().where('member_id', '=', 1).executeTakeFirst()
    expect(row?.books).toEqual([{ bookId: 1, pages: 26 }])
    await pump.stop()
  })

  test('of two processes one feeds, and the other takes over and is heard of in both', async ({
    core,
    databaseUrl,
  }) => {
    const other = await openStore(databaseUrl)
    const [first, second] = [await startPump(core, silent), await startPump(other, silent)]
    await core.store.append(reading(2, null))
    await Promise.all([caughtUp(core), caughtUp(other)])
    await first.stop()
    await core.store.append(reading(2, null))
    await Promise.all([caughtUp(core), caughtUp(other)])
    expect(await differences(core)).toEqual([])
    await second.stop()
    await other.close()
  })

  test('that was overtaken writes nothing', async ({ core }) => {
    const problems: string[] = []
    const pump = await startPump(core, ({ message }) => problems.push(message))
    await core.store.append(reading(3, null))
    await caughtUp(core)
    await core.pool.query("update es.subscriptions set epoch = epoch + 1 where name = 'members'")
    await core.store.append(reading(3, null))
    await caughtUp(core)
    expect(problems).toEqual(['members was moved by another process'])
    expect(await differences(core)).toEqual([])
    await pump.stop()
  })

  test('[F17] parks the key of an event that cannot be applied, reports it, and goes on with the others', async ({
    core,
  }) => {
    let poisoned = 0
    const count = (problem: { poisoned?: number }) => {
      poisoned += problem.poisoned ?? 0
    }
    const pump = await startPump(core, count, broken)
    await Promise.all([666, 4, 667, 5].map((id) => core.store.append(reading(id, null))))
    await core.store.append(reading(666, null))
    await caughtUp(core)
    await pump.stop()
    const letters = await core.db.selectFrom('es.dead_letters').select(['key', 'error']).orderBy('pos').execute()
    expect(letters.map((letter) => letter.key).sort()).toEqual(['666', '666', '667'])
    expect(letters.map((letter) => letter.error).join()).toMatch(/unreadable/)
    expect(poisoned).toBe(3)
    const rows = await core.db
      .selectFrom('rm.members')
      .select('member_id')
      .where('member_id', 'in', [4, 5, 666, 667])
      .orderBy('member_id')
      .execute()
    expect(rows.map((row) => row.member_id)).toEqual([4, 5])
    const owner = openOwnerPool(core)
    await rebuild({ pool: owner, store: core.store, projection: membersProjection })
    await owner.end()
    expect(await differences(core)).toEqual([])
    const { rows: left } = await core.pool.query(
      "select 1 from es.dead_letters join es.subscriptions using (generation) where state = 'live'",
    )
    expect(left).toEqual([])
  })
})

describe('kill -9', () => {
  test('[F1] of appending processes loses nothing acknowledged and doubles nothing', { timeout: 120_000 }, async ({
    core,
    databaseUrl,
  }) => {
    const acknowledged = new Map<number, string>()
    const start = await core.store.head()
    for (let round = 0; round < 3; round++) {
      const writers = [startChild('append', databaseUrl, '7'), startChild('append', databaseUrl, '8')]
      for (const writer of writers)
        writer.stdout?.setEncoding('utf8').on('data', (text: string) => {
          for (const line of text.split('\n').filter((whole) => whole.length > 37)) {
            const [position, command] = line.split(' ')
            acknowledged.set(Number(position), command ?? '')
          }
        })
      await Promise.all(writers.map((writer) => once(writer.stdout as NodeJS.ReadableStream, 'data')))
      await sleep(150 + Math.random() * 150)
      await Promise.all(writers.map(kill))
    }
    await sleep(200) // what PostgreSQL was still working on ends
    const { rows } = await core.pool.query<{ id: string; pos: number }>(
      'select id, pos from es.commands where pos > $1',
      [start],
    )
    const stored = new Map(rows.map((row) => [row.pos, row.id]))
    expect(acknowledged.size).toBeGreaterThan(50)
    for (const [position, command] of acknowledged) expect(stored.get(position)).toBe(command)
    const head = await core.store.head()
    expect(stored.size).toBe(head - start) // one event a command: none without, none twice
    expect(await core.store.readAfter(start, head)).toHaveLength(head - start)
  })

  test('[EVT-18 partial] [F2] of a projecting process leaves out no event and applies none twice', async ({
    core,
    databaseUrl,
  }) => {
    for (let round = 0; round < 3; round++) {
      const projecting = startChild('pump', databaseUrl)
      await once(projecting.stdout as NodeJS.ReadableStream, 'data')
      const appends = Array.from({ length: 300 }, (_, index) => core.store.append(reading(20 + (index % 7), null)))
      await sleep(30 + round * 40)
      await kill(projecting)
      await Promise.all(appends)
    }
    const pump = await startPump(core, silent)
    await caughtUp(core)
    await pump.stop()
    expect(await differences(core)).toEqual([])
  })
})
