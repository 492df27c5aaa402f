import fc from 'fast-check'
import { expect } from 'vitest'
import type { LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import { type StreamName, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { checkSeeds } from '#scripts/testing/seeds.ts'
import keptPrograms from './kept-programs.json' with { type: 'json' }
import { membersProjection } from './library/members.projection.ts'
import { caughtUp, startPump } from './pump-fixture.ts'
import { type Program, programs } from './random-program.ts'
import { test } from './store-fixture.ts'
import { Trial } from './store-trial.ts'
import type { Core } from './test-store.ts'
import { openStore } from './test-store.ts'

const silent = () => undefined

test('[F6] any program of two processes, one with connections that break, is answered as the oracle does and leaves what it holds', async ({
  core,
  databaseUrl,
}) => {
  const proxy = await FaultProxy.open(databaseUrl)
  const second = await openStore(proxy.databaseUrl)
  const pagesOf = new Map<number, number>()
  try {
    const property = fc.asyncProperty(programs(10, 6), async (program) => {
      const trial = new Trial({ first: core, second, proxy }, await core.store.head())
      await trial.run(program)
      await expectTables(core, trial)
      for (const [member, pages] of trial.oracle.pages) pagesOf.set(member, pages)
    })
    const runs = await checkSeeds(keptPrograms.store as Program[], property)
    console.log(`${runs} programs, ${proxy.cuts} connections lost, ${await core.store.head()} events`)
    expect(runs).toBeGreaterThan(10)
    const pump = await startPump(core, silent)
    await caughtUp(core)
    await pump.stop()
    expect(await differencesOf(core.pool, core.store, membersProjection)).toEqual([])
    const rows = await core.db.selectFrom('rm.members').select(['member_id', 'books']).execute()
    expect(new Map(rows.map((row) => [row.member_id, row.books[0]?.pages]))).toEqual(pagesOf)
  } finally {
    await second.close()
    await proxy.close()
  }
}, 600_000)

/** The guard tables hold exactly what the oracle does. */
async function expectTables({ store, pool }: Core, { oracle }: Trial): Promise<void> {
  const guarded = await store.readGuarded([...oracle.books.keys()])
  const none = { total: 0, taken: 0 }
  for (const [bookId, numbers] of oracle.books) expect(guarded.get(bookId) ?? none, `book ${bookId}`).toEqual(numbers)
  const uuidOf = (stream: StreamName) => streamUuid<LogDefinition>(store.log, stream)
  const streams = await pool.query<{ id: string; version: number }>(
    'select id, version from es.streams where id = any($1)',
    [[...oracle.versions.keys()].map(uuidOf)],
  )
  const versions = new Map(streams.rows.map((row) => [row.id, row.version]))
  for (const [stream, version] of oracle.versions) expect(versions.get(uuidOf(stream)), stream).toBe(version)
  const commands = await pool.query('select 1 from es.commands where id = any($1)', [[...oracle.commands]])
  expect(commands.rows).toHaveLength(oracle.commands.size)
  const keys = [...oracle.claims.keys()].map((text) => Buffer.from(text.slice(text.indexOf(':') + 1), 'hex'))
  const claims = await pool.query('select 1 from es.claims where key = any($1)', [keys])
  expect(claims.rows).toHaveLength(oracle.claims.size)
}
