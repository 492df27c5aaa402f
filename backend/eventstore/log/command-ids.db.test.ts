import { expect } from 'vitest'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { reading } from '#backend/eventstore/testing/test-store.ts'
import { forgetExpiredCommandIds } from './command-ids.ts'

test('a command is known for thirty days', async ({ core, owner }) => {
  const [old, recent] = [reading(1, null), reading(2, null)]
  const first = await core.store.append(old)
  const second = await core.store.append(recent)
  const age = (id: string, days: number) =>
    owner.query('update es.commands set at = now() - make_interval(days => $2, hours => -1) where id = $1', [id, days])
  await age(old.commandId, 31)
  await age(recent.commandId, 30)
  await owner.query(
    "insert into es.commands (id, pos, at) select gen_random_uuid(), 1, now() - interval '40 days' from generate_series(1, 12000)",
  )
  expect(await forgetExpiredCommandIds(owner)).toBe(12_001)
  expect(await core.store.append(recent)).toEqual({ position: second.position, duplicate: true })
  expect(await core.store.append(old)).toEqual({ position: first.position + 2, duplicate: false })
})
