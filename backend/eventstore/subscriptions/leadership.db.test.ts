import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { startChild } from '#backend/eventstore/testing/child-process.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { whileHeld } from '#backend/eventstore/testing/held-lock.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { shelvesProjection } from '#backend/eventstore/testing/library/shelves.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import type { Core } from '#backend/eventstore/testing/test-store.ts'
import { openStore, reading } from '#backend/eventstore/testing/test-store.ts'

const silent = () => undefined

async function startLeader(databaseUrl: string): Promise<ChildProcess> {
  const leader = startChild('pump', databaseUrl)
  await once(leader.stdout as NodeJS.ReadableStream, 'data')
  return leader
}

async function sessions(core: Core): Promise<number[]> {
  const { rows } = await core.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'gamertech pump' and datname = current_database()",
  )
  return rows.map((row) => row.pid)
}

test('who does not lead waits on one connection, whatever is appended', async ({ core, databaseUrl }) => {
  const other = await openStore(databaseUrl)
  const pumps = [await startPump(core, silent), await startPump(other, silent)]
  await core.store.append(reading(1, null))
  await caughtUp(core)
  const seen = new Set<number>()
  for (let round = 0; round < 25; round++) {
    await core.store.append(reading(1, null))
    for (const pid of await sessions(core)) seen.add(pid)
    await sleep(20)
  }
  expect(seen.size).toBe(2)
  await Promise.all(pumps.map((pump) => pump.stop()))
  await other.close()
})

const silentReport = 'ended the session of a leader that fell silent'

test.for([
  ['SIGKILL', []],
  ['SIGSTOP', [silentReport]], // before the server ends its session, which is silent for five seconds then
] as const)('[F20] another process takes over from a leader that got %s', async ([signal, told], { core }) => {
  const problems: string[] = []
  const leader = await startLeader(core.databaseUrl)
  const pump = await startPump(core, ({ message }) => problems.push(message))
  try {
    await core.store.append(reading(2, null))
    await caughtUp(core)
    leader.kill(signal)
    await core.store.append(reading(2, null))
    await caughtUp(core)
    expect(problems).toEqual(told)
    expect(await differencesOf(core.pool, core.store, membersProjection)).toEqual([])
  } finally {
    leader.kill('SIGKILL')
    await pump.stop()
  }
})

test('a leader that was overtaken in the middle of a page takes its writes back', async ({ core, databaseUrl }) => {
  const problems: string[] = []
  const pump = await startPump(core, ({ message }) => problems.push(message))
  await core.store.append(reading(3, null))
  await caughtUp(core)
  const checkpoint = {
    lock: "select 1 from es.subscriptions where name = 'members' for update",
    waiting: 'gamertech pump', // it wrote its rows and now stands before its checkpoint
    count: 1,
    release: "update es.subscriptions set epoch = epoch + 1 where name = 'members'",
  }
  await whileHeld(databaseUrl, checkpoint, () => core.store.append(reading(3, null, 1, 4)))
  await caughtUp(core)
  expect(problems).toEqual(['members was moved by another process'])
  const row = await core.db.selectFrom('rm.members').select('books').where('member_id', '=', 3).executeTakeFirst()
  expect(row?.books).toEqual([{ bookId: 1, pages: 5 }])
  await pump.stop()
})

test('two releases side by side: each feeds its own rows, what both know one of them, and the other once that one is gone', async ({
  core,
  owner,
  databaseUrl,
}) => {
  const problems: string[] = []
  const next = await openStore(databaseUrl)
  const start = (of: Core, projection: Projection) =>
    startPump(of, ({ message }) => problems.push(message), projection, [shelvesProjection])
  await openProjections(owner, core.store, [membersProjection, shelvesProjection])
  const before = await start(core, membersProjection)
  await core.store.append(reading(4, null))
  await caughtUp(core, 'shelves')
  const after = await start(next, { ...membersProjection, name: 'members_of_next' })
  const untilFed = async (...names: string[]) => {
    for (let nth = 0; nth < 3; nth++) await core.store.append(reading(4, null))
    for (const name of names) await caughtUp(core, name)
  }
  await untilFed('members', 'members_of_next', 'shelves')
  await before.stop()
  await untilFed('members_of_next', 'shelves')
  await start(core, membersProjection).then(async (again) => {
    await untilFed('members', 'members_of_next', 'shelves')
    await again.stop()
  })
  await after.stop()
  await next.close()
  expect(problems).toEqual([])
})
