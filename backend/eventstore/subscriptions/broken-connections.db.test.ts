import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'

test('[F4] while the server drops connections again and again, every append is answered, once each, and projected once', async ({
  core,
  owner,
}) => {
  const pump = await startPump(core, () => undefined)
  let writing = true
  let [dropped, answered] = [0, 0]
  const dropper = (async () => {
    while (writing) {
      await sleep(25)
      // However slow the machine is, something is answered between two drops.
      for (const before = answered; answered === before && writing; ) await sleep(5)
      const { rows } = await owner.query<{ count: number }>(
        `select count(pg_terminate_backend(pid)) as count from pg_stat_activity
         where datname = current_database() and application_name in ('gamertech append', 'gamertech pump', 'gamertech notifications')`,
      )
      dropped += rows[0]?.count ?? 0
    }
  })()
  const writers = Array.from({ length: 12 }, async (_, writer) => {
    const positions: number[] = []
    while (dropped < 15) {
      const { position } = await core.store.append(reading(writer, null))
      positions.push(position)
      answered++
    }
    return positions
  })
  const positions = (await Promise.all(writers)).flat()
  writing = false
  await dropper
  expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: positions.length }, (_, index) => index + 1))
  expect(await core.store.head()).toBe(positions.length)
  await caughtUp(core)
  await pump.stop()
  expect(await differencesOf(core.pool, core.store, membersProjection)).toEqual([])
})
