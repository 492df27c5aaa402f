import { expect } from 'vitest'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { rebuild } from '#backend/eventstore/projections/rebuild.ts'
import { membersProjection } from '#backend/eventstore/testing/library/members.projection.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { registerReactors } from './subscription.ts'

test('a read model that is new gets all of history; a reactor that is new gets none of it', async ({ core, owner }) => {
  for (const member of [1, 2]) await core.store.append(reading(member, 0, member))
  await openProjections(owner, core.store, [membersProjection])
  const { rows } = await core.pool.query('select member_id, books from rm.members order by 1')
  expect(rows).toEqual([
    { member_id: 1, books: [{ bookId: 1, pages: 1 }] },
    { member_id: 2, books: [{ bookId: 1, pages: 2 }] },
  ])
  const seen: RecordedEvent[] = []
  const reactor = {
    name: 'late',
    eventTypes: membersProjection.eventTypes,
    react: (event: RecordedEvent) => [event],
    enqueue: async (_client: unknown, events: readonly RecordedEvent[]) => void seen.push(...events),
  }
  await registerReactors(core.pool, core.store, [reactor])
  await registerReactors(core.pool, core.store, [reactor])
  const pump = await startPump(core, () => undefined, membersProjection, [reactor])
  const { position } = await core.store.append(reading(9, null))
  await caughtUp(core)
  await caughtUp(core, 'late')
  await rebuild({ pool: owner, store: core.store, projection: membersProjection })
  await caughtUp(core)
  await pump.stop()
  expect(seen.map((event) => event.position)).toEqual([position])
})
